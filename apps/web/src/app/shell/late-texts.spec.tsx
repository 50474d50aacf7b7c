import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { ROUTER_FUTURE } from '../../lib/react/router-future.js';
import { loadTexts } from '../../i18n/catalogue.js';
import { createI18n } from '../../i18n/create-i18n.js';
import common from '../../i18n/en/common.json';
import home from '../../i18n/en/home.json';
import search from '../../i18n/en/search.js';
import { ChunkLoadError } from '../../lib/browser/stale-build.js';
import { siteConfig } from '../../testing/fixtures.js';
import { App } from '../app.js';

jest.mock('../../i18n/catalogue.js', () => ({
  ...jest.requireActual<object>('../../i18n/catalogue.js'),
  loadTexts: jest.fn(),
}));
jest.mock('../pages/page-of-kind.js', () => ({
  pageOf: (kind: string) => ({
    page: { Component: () => <p>{`The ${kind} page`}</p>, preload: () => Promise.resolve() },
  }),
}));

function Go({ to }: { readonly to: string }) {
  const navigate = useNavigate();
  return <button onClick={() => navigate(to)}>{`Go to ${to}`}</button>;
}

/** Renders the app as loaded on the home page: without the texts of other pages. */
function showHome() {
  jest.spyOn(console, 'error').mockReturnValue();
  Element.prototype.scrollIntoView = jest.fn();
  window.scrollTo = jest.fn();
  const site = {
    config: siteConfig(),
    origin: 'https://dipper.example',
    prefix: '',
    retentionSeconds: 3600,
  };
  render(
    <MemoryRouter future={ROUTER_FUTURE}>
      <App i18n={createI18n('en', { common, home, search })} site={site} />
      <Go to="/" />
      <Go to="/preview" />
    </MemoryRouter>,
  );
}

const go = (to: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: `Go to ${to}` }));
    // Long enough for a retry loop to show up.
    for (let turn = 0; turn < 50; turn += 1) {
      await Promise.resolve();
    }
  });

describe('a page whose texts fail to load', () => {
  const load = jest.mocked(loadTexts);
  beforeEach(() => load.mockReset());

  it('shows an error and does not retry in a loop', async () => {
    load.mockRejectedValue(new ChunkLoadError('offline'));
    globalThis.fetch = jest.fn().mockRejectedValue(new TypeError('offline'));
    showHome();
    await go('/preview');
    expect(await screen.findByRole('alert')).toHaveTextContent('This page crashed');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('renders on the next visit if they load then', async () => {
    load
      .mockRejectedValueOnce(new ChunkLoadError('offline'))
      .mockResolvedValue({ preview: {}, errors: {} });
    globalThis.fetch = jest.fn().mockRejectedValue(new TypeError('offline'));
    showHome();
    await go('/preview');
    expect(await screen.findByRole('alert')).toBeVisible();
    await go('/');
    expect(await screen.findByText('The home page')).toBeVisible();
    await go('/preview');
    expect(await screen.findByText('The preview page')).toBeVisible();
  });

  it('marks its link as pending and keeps the old page while they load', async () => {
    load.mockReturnValue(new Promise(() => undefined));
    showHome();
    const [link] = screen.getAllByRole('link', { name: 'Blog' });
    expect(link).not.toHaveAttribute('data-pending');
    await act(async () => {
      fireEvent.click(link as HTMLElement);
      await Promise.resolve();
    });
    expect(link).toHaveAttribute('data-pending', 'true');
    expect(screen.getByText('The home page')).toBeVisible();
  });
});
