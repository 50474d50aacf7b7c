import { FakeApi, FakeStream } from '@dipper/client/testing';
import { SEARCH_STREAM_TYPE } from '@dipper/contract';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import home from '../i18n/en/home.json';
import notFound from '../i18n/en/not-found.json';
import { ChunkLoadError, reloadOnce } from '../lib/browser/stale-build.js';
import { siteConfig, videoInfo } from '../testing/fixtures.js';
import { renderDocument } from './head/document.js';
import { render, renderShell } from './render.js';
import { pageOf } from './pages/page-of-kind.js';
import { start } from './start.js';

jest.mock('../lib/browser/stale-build.js', () => ({
  ...jest.requireActual<object>('../lib/browser/stale-build.js'),
  reloadOnce: jest.fn(),
}));

const input = {
  path: '/',
  search: '',
  site: siteConfig(),
  origin: 'https://dipper.example',
  lang: 'en',
  retentionSeconds: 3600,
};
const assets = { script: '/a.js', styles: [], preload: [], development: '' };

/** Puts a server-rendered document into the page. */
async function serve(make: typeof render, path = '/'): Promise<void> {
  const page = await make({ ...input, path });
  const { html } = renderDocument({ page, nonce: null, assets });
  const sent = new DOMParser().parseFromString(html, 'text/html');
  document.documentElement.lang = sent.documentElement.lang;
  document.body.innerHTML = sent.body.innerHTML;
}

const stuck = () => document.getElementById('stuck');

describe('start', () => {
  it("hydrates the server's page", async () => {
    await serve(render);
    await act(() => start());
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    expect(stuck()).not.toBeVisible();
  });

  it('continues the search that was submitted before it, with the same request', async () => {
    await serve(render);
    const api = new FakeApi().install();
    const text = 'https://vimeo.com/1';
    const stream = new FakeStream();
    const { body } = stream;
    const headers = new Headers({ 'content-type': SEARCH_STREAM_TYPE });
    const reply = Promise.resolve({ ok: true, headers, body } as unknown as Response);
    window.earlySearch = { text, reply, control: new AbortController() };
    document.documentElement.dataset['asked'] = '';
    expect(screen.getByText('Processing your request...')).toBeInTheDocument();
    await act(() => start());
    expect(screen.getByRole('textbox')).toHaveValue(text);
    expect(document.documentElement.dataset['asked']).toBeUndefined();
    stream.push({ type: 'result', info: videoInfo() });
    stream.end();
    expect(await screen.findByRole('region', { name: 'Formats' })).toBeVisible();
    expect(api.count('POST /api/download-video')).toBe(0);
  });

  describe('when a part of the page cannot be loaded', () => {
    const begin = async () => {
      await serve(render);
      jest.spyOn(pageOf('home').page, 'preload').mockRejectedValueOnce(new ChunkLoadError('gone'));
      return start();
    };
    afterEach(() => {
      window.history.replaceState(null, '', '/');
      window.earlySearch = undefined;
    });

    it('reloads the same address', async () => {
      window.history.replaceState(null, '', '/?utm=1');
      jest.mocked(reloadOnce).mockResolvedValueOnce(true);
      await begin();
      expect(reloadOnce).toHaveBeenLastCalledWith('/?utm=1');
    });

    it('reloads to an address that repeats the search submitted before the reload', async () => {
      window.history.replaceState(null, '', '/?url=https%3A%2F%2Fvimeo.com%2F2');
      window.earlySearch = { text: 'https://vimeo.com/1' };
      jest.mocked(reloadOnce).mockResolvedValueOnce(true);
      await begin();
      expect(reloadOnce).toHaveBeenLastCalledWith('/?url=https%3A%2F%2Fvimeo.com%2F1&go=1');
    });

    it('shows the notice instead of the early search if a reload does not help', async () => {
      const control = new AbortController();
      window.earlySearch = { text: 'https://vimeo.com/1', control };
      document.documentElement.dataset['asked'] = '';
      jest.mocked(reloadOnce).mockResolvedValueOnce(false);
      await expect(begin()).rejects.toBeInstanceOf(ChunkLoadError);
      expect(stuck()).toBeVisible();
      expect(document.documentElement.dataset['asked']).toBeUndefined();
      expect(control.signal.aborted).toBe(true);
    });
  });

  it("keeps the page's language when a translator has changed the lang attribute", async () => {
    window.history.replaceState(null, '', '/nowhere');
    await serve(render, '/nowhere');
    document.documentElement.lang = 'zh-CN';
    await act(() => start());
    // The texts of the next page are not loaded yet.
    await userEvent.click(screen.getByRole('link', { name: notFound.action }));
    expect(await screen.findByRole('heading', { name: home.features.heading })).toBeVisible();
  });

  it('renders into the shell of a failed server render', async () => {
    await serve(renderShell);
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    await act(() => start());
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
