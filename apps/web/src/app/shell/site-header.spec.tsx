import { readThemeChoice } from '@dipper/site';
import { defaultDomainConfig } from '@dipper/contract';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { siteConfig } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { LanguageMenu } from './language-menu.js';
import { preloadLaterParts } from './later-parts.js';
import { SiteHeader } from './site-header.js';

const menuButton = () => screen.getByText('Menu', { selector: 'summary' });
const menu = () => menuButton().closest('details');

function show(config = siteConfig()) {
  renderAt(
    '/',
    <>
      <SiteHeader />
      <button>Behind it</button>
    </>,
    config,
  );
  return userEvent.setup();
}

// As the server does, which sends the whole header.
beforeAll(preloadLaterParts);

describe('the menu on small screens', () => {
  const open = async () => {
    const user = show();
    expect(menu()).not.toHaveAttribute('open');
    await user.click(menuButton());
    expect(menu()).toHaveAttribute('open');
    return user;
  };

  it('leads to the help, which is otherwise at the end of a long page', async () => {
    await open();
    const help = within(menu() as HTMLElement).getByRole('link', { name: 'Help center' });
    expect(help).toHaveAttribute('href', '/help-center');
  });

  it('closes on Escape and returns focus to its button', async () => {
    const user = await open();
    await user.keyboard('{Escape}');
    expect(menu()).not.toHaveAttribute('open');
    expect(menuButton()).toHaveFocus();
  });

  it('closes on a click outside', async () => {
    const user = await open();
    await user.click(screen.getByRole('banner'));
    expect(menu()).not.toHaveAttribute('open');
  });

  it('closes on navigation, even to the current page', async () => {
    const user = await open();
    const [link] = within(menu() as HTMLElement).getAllByRole('link', { name: 'Features' });
    await user.click(link as HTMLElement);
    expect(menu()).not.toHaveAttribute('open');
  });

  it('closes when the focus leaves it', async () => {
    const user = await open();
    const links = within(menu() as HTMLElement).getAllByRole('link');
    act(() => links.at(-1)?.focus());
    expect(menu()).toHaveAttribute('open');
    await user.tab();
    expect(screen.getByRole('button', { name: 'Behind it' })).toHaveFocus();
    expect(menu()).not.toHaveAttribute('open');
  });
});

describe('the platform menu', () => {
  /** The number of links in each list with this name. */
  const lists = (name: string) =>
    screen
      .queryAllByRole('list', { name, hidden: true })
      .map((list) => within(list).getAllByRole('link', { hidden: true }).length);

  it('is absent when no platform has a page', () => {
    show(siteConfig());
    expect(screen.queryByText('Platforms')).toBeNull();
    expect(screen.queryByText('Popular Platforms')).toBeNull();
  });

  it('lists even a single platform, in the wide menu and in the small one', () => {
    const config = defaultDomainConfig('dipper.example');
    config.supportedPlatforms.forEach((it) => (it.enabled = it.id === 'vimeo'));
    show(config);
    expect(lists('Video Platforms')).toEqual([1, 1]);
  });

  it('lists enabled platforms in two groups, and repeats the popular ones', () => {
    const config = defaultDomainConfig('dipper.example');
    const off = ['facebook', 'castbox'];
    config.supportedPlatforms.forEach((it) => (it.enabled = !off.includes(it.id)));
    show(config);
    // The list appears both in the wide menu and in the small one.
    expect(lists('Video Platforms')).toEqual([6, 6]);
    expect(lists('Audio & Podcasts')).toEqual([5, 5]);
    expect(lists('Popular Platforms')).toEqual([4]);
  });
});

describe('the theme menu', () => {
  const label = () => screen.getByText('Theme:', { selector: 'summary span' });

  beforeEach(() => {
    document.cookie = 'theme=dark; Path=/';
  });

  it('shows the current theme, applies another one and stores it', async () => {
    const user = show();
    await user.click(label());
    expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Auto' }));
    expect(screen.getByRole('radio', { name: 'Auto' })).toBeChecked();
    expect(document.documentElement).not.toHaveAttribute('data-theme');
    await user.click(screen.getByRole('radio', { name: 'Light' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'light');
    expect(readThemeChoice(document.cookie)).toBe('light');
  });

  it('shows the theme that another tab has since chosen', async () => {
    const user = show();
    document.cookie = 'theme=auto; Path=/';
    await user.click(label());
    expect(screen.getByRole('radio', { name: 'Auto' })).toBeChecked();
  });

  it('is absent when the site has no dark mode', () => {
    const { features } = siteConfig();
    show(siteConfig({ features: { ...features, darkMode: false } }));
    expect(screen.queryByText('Theme:')).toBeNull();
  });
});

describe('the language menu', () => {
  const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

  it.each([[['en']], [['en', 'en-XA', 'ar-XB']]])(
    'is absent if the languages are %j',
    (languages) => {
      renderAt('/', <LanguageMenu languages={languages} />);
      expect(screen.queryByText('Language')).toBeNull();
    },
  );

  it('links to the same page in each language and keeps the parameters that the page reads', () => {
    const address = '/preview?task_id=a%26b&utm_source=mail';
    renderAt(address, <LanguageMenu languages={['en', 'de', 'ar']} />);
    expect(screen.getByRole('link', { name: 'Deutsch' })).toHaveAttribute('lang', 'de');
    expect(screen.getByRole('link', { current: true })).toHaveTextContent('English');
    expect(links()).toEqual([
      '/preview?task_id=a%26b',
      '/de/preview?task_id=a%26b',
      '/ar/preview?task_id=a%26b',
    ]);
  });
});
