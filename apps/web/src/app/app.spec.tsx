import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { ROUTER_FUTURE } from '../lib/react/router-future.js';
import { siteConfig } from '../testing/fixtures.js';
import { english } from '../testing/english.js';
import { App } from './app.js';

/** The part of the page that throws an error. */
let mockBroken: 'page' | 'header' | 'footer' | 'shell' | 'none';

function mockBreak(part: typeof mockBroken): void {
  if (mockBroken === part) {
    throw new Error(`a mistake in the ${part}`);
  }
}
jest.mock('./pages/page-of-kind.js', () => ({
  pageOf: (kind: string) => ({
    page: {
      Component: () => {
        if (kind === 'home') {
          mockBreak('page');
        }
        return <p>{`The ${kind} page`}</p>;
      },
    },
  }),
}));
jest.mock('./shell/site-header.js', () => ({
  SiteHeader: () => {
    mockBreak('header');
    return <header>The header</header>;
  },
}));
jest.mock('./shell/site-footer.js', () => ({
  SiteFooter: () => {
    mockBreak('footer');
    return <footer>The footer</footer>;
  },
}));
jest.mock('./shell/use-scroll-and-focus.js', () => ({
  useScrollAndFocus: () => mockBreak('shell'),
}));

function Leave() {
  const navigate = useNavigate();
  return <button onClick={() => navigate('/preview')}>Leave</button>;
}

function show(broken: typeof mockBroken) {
  mockBroken = broken;
  jest.spyOn(console, 'error').mockReturnValue();
  render(
    <MemoryRouter future={ROUTER_FUTURE}>
      <App
        i18n={english}
        site={{
          config: siteConfig(),
          origin: 'https://dipper.example',
          prefix: '',
          retentionSeconds: 3600,
        }}
      />
      <Leave />
    </MemoryRouter>,
  );
}

describe('App', () => {
  it('recovers from a broken page when the visitor navigates', async () => {
    show('page');
    expect(screen.getByRole('heading', { name: 'This page crashed' })).toBeVisible();
    expect(screen.getByText('The header')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('The preview page')).toBeVisible();
  });

  it('keeps the page and a home link when the header breaks, and renders the header again on the next page', async () => {
    show('header');
    expect(screen.getByText('The home page')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Dipper' })).toHaveAttribute('href', '/');
    mockBroken = 'none';
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('The header')).toBeVisible();
  });

  it('keeps the page when the footer breaks', () => {
    show('footer');
    expect(screen.getByText('The home page')).toBeVisible();
    expect(screen.getByText('The header')).toBeVisible();
  });

  it('shows an error page when the shell breaks', () => {
    show('shell');
    expect(screen.getByRole('alert')).toHaveTextContent('This page crashed');
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to the home page' })).toHaveAttribute(
      'href',
      '/',
    );
  });
});
