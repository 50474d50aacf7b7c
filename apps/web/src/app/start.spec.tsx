import { SEARCH_STREAM_TYPE } from '@dipper/contract';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import home from '../i18n/en/home.json';
import notFound from '../i18n/en/not-found.json';
import { FakeApi, FakeStream } from '../testing/fake-api.js';
import { siteConfig, videoInfo } from '../testing/fixtures.js';
import { renderDocument } from './head/document.js';
import { render, renderShell } from './render.js';
import { start } from './start.js';

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
