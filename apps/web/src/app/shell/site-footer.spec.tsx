import type { DomainConfig } from '@dipper/contract';
import { screen, within } from '@testing-library/react';
import { siteConfig } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { SiteFooter } from './site-footer.js';

const contact = (email: string, socialMedia: DomainConfig['contact']['socialMedia'] = {}) =>
  siteConfig({ contact: { email, socialMedia } });

it('links to support only when an email address is configured', () => {
  const { unmount } = renderAt('/', <SiteFooter />, contact('help@dipper.example'));
  expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    'mailto:help@dipper.example',
  );
  unmount();
  renderAt('/', <SiteFooter />, contact(''));
  expect(screen.queryByRole('link', { name: 'Contact support' })).toBeNull();
});

it("links to the operator's social media accounts", () => {
  renderAt(
    '/',
    <SiteFooter />,
    contact('', { mastodon: 'https://a.example/@b', linkedin: 'https://c.example/' }),
  );
  const known = screen.getByRole('link', { name: /^Dipper on mastodon/i });
  expect(known).toHaveAttribute('href', 'https://a.example/@b');
  expect(known.querySelector('use')).toHaveAttribute('href', expect.stringMatching(/#mastodon$/));
  // For a network without an icon, the first letter of its name is shown.
  const other = screen.getByRole('link', { name: /^Dipper on linkedin/i });
  expect(within(other).getByText('L')).toBeInTheDocument();
});

it('shows no heading without links below it', () => {
  renderAt('/', <SiteFooter />, contact(''));
  for (const heading of screen.getAllByRole('heading', { level: 2 })) {
    expect(within(heading.parentElement as HTMLElement).queryAllByRole('link')).not.toEqual([]);
  }
});
