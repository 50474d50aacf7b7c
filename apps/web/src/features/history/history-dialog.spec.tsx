import { FakeApi, type FakeReply } from '@dipper/client/testing';
import type { HistoryItem, HistoryReply } from '@dipper/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createI18n } from '../../i18n/create-i18n.js';
import common from '../../i18n/en/common.json';
import history from '../../i18n/en/history.js';
import { leftFormat } from '../../entities/media/handover/left-for-page.js';
import { publishNobody, publishUser } from '../../entities/session/current-session.js';
import { keepTokens } from '../../entities/session/session-tokens.js';
import { user } from '../../testing/accounts.js';
import { siteConfig } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { OverlayHost } from '../../ui/overlays/overlay-host.js';
import { useDialog } from '../../ui/overlays/use-dialog.js';
import { HistoryDialog } from './history-dialog.js';
import { historyItem } from './testing/history-item.js';

const GET = 'GET /api/auth/download-history';
const DELETE = 'DELETE /api/auth/download-history';
const texts = createI18n('en', { common, history });

function Opener() {
  const dialog = useDialog();
  return (
    <button onClick={() => dialog.open(() => Promise.resolve(HistoryDialog), {})}>History</button>
  );
}

const reply = (items: readonly Partial<HistoryItem>[], more: Partial<HistoryReply> = {}) => ({
  body: {
    history: items.map((item, at) => historyItem({ id: `i${at}`, ...item })),
    ...{ page: 1, pages: 1, total: items.length },
    ...more,
  },
});

describe('the history dialog', () => {
  let api: FakeApi;
  const answer = (...[with_]: Parameters<FakeApi['on']> extends [string, infer A] ? [A] : never) =>
    api.on(GET, with_);
  const asked = () =>
    new URLSearchParams(api.calls.findLast(({ call }) => call === GET)?.url.split('?')[1]);
  const open = async () => {
    const who = userEvent.setup();
    renderAt(
      '/',
      <OverlayHost>
        <Opener />
        <form role="search">
          <input name="url" aria-label="Link" />
        </form>
      </OverlayHost>,
      siteConfig(),
      texts,
    );
    await who.click(screen.getByText('History'));
    await screen.findByRole('dialog', { name: 'Download history' });
    return who;
  };
  const row = (title: string) =>
    within(screen.getByRole('heading', { name: title }).closest('li') as HTMLElement);
  const button = (name: string | RegExp) => screen.getByRole('button', { name });

  beforeEach(() => {
    window.localStorage.clear();
    api = new FakeApi().install();
    keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 900 });
    const { profile, ...rest } = user();
    publishUser({ ...rest, profile: { ...profile, timezone: 'Asia/Tokyo' } });
  });
  afterEach(() => jest.restoreAllMocks());

  it('leads from an empty history to the search field', async () => {
    answer(reply([]));
    const who = await open();
    await who.click(await screen.findByRole('link', { name: 'Paste a link' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByLabelText('Link')).toHaveFocus());
  });

  it('describes each download and offers the possible actions', async () => {
    answer(
      reply([
        {
          title: 'Kept',
          ...{ file_url: '/api/download/file/t1', expires_in_seconds: 2520 },
        },
        { title: 'Gone', platform: 'a.example', format: 'audio', quality: null, duration: null },
        { title: 'Broken', status: 'failed', file_size: null },
        { title: 'Running', status: 'in_progress' },
        { title: '<img src=x onerror=alert(1)>', url: 'https://a.example/?a=1&b=2' },
      ]),
    );
    const who = await open();
    await screen.findByRole('list', { name: 'Downloads' });
    const said = (title: string) => row(title).getAllByRole('paragraph')[0]?.textContent;
    expect(said('Kept')).toBe('·YouTube·Video·720p·6.4 MB·3:21');
    expect(said('Gone')).toBe('·a.example·Audio·6.4 MB');
    // The download was at 11:30 p.m. in London, which is the next morning in Tokyo.
    expect(row('Kept').getByText(/Nov 23, 2026, 8:30/)).toBeVisible();
    expect(row('Kept').getByText('Completed · 42 min left')).toBeVisible();
    expect(row('Gone').getByText('Completed · file expired')).toBeVisible();
    expect(row('Broken').getByText('Failed')).toBeVisible();
    expect(row('Running').getByText('In progress')).toBeVisible();
    const actions = (title: string) =>
      [...row(title).queryAllByRole('link'), ...row(title).queryAllByRole('button')].map(
        ({ textContent }) => textContent?.replace(` ${title}`, ''),
      );
    expect(actions('Kept')).toEqual(['Download', 'Copy URL']);
    expect(actions('Gone')).toEqual(['Download again', 'Copy URL']);
    expect(actions('Broken')).toEqual(['Try again']);
    expect(actions('Running')).toEqual([]);
    expect(row('Kept').getByRole('link', { name: 'Download Kept' })).toHaveAttribute(
      'href',
      '/api/download/file/t1?download=1',
    );
    await who.click(button('Copy URL <img src=x onerror=alert(1)>'));
    expect(await window.navigator.clipboard.readText()).toBe('https://a.example/?a=1&b=2');
    expect((await screen.findAllByText('Link copied to clipboard!'))[0]).toBeVisible();
  });

  it('repeats a download by searching its link with the same format', async () => {
    const url = 'https://a.example/?v=1&t=2';
    answer(reply([{ title: 'Gone', url, quality: '720p MP4' }]));
    const who = await open();
    await who.click(await screen.findByRole('link', { name: 'Download again Gone' }));
    expect(screen.getByTestId('address')).toHaveTextContent(`/?url=${encodeURIComponent(url)}`);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(leftFormat([url])).toEqual({ url, isAudio: false, quality: '720p MP4' });
    expect(leftFormat(['https://b.example'])).toBeNull();
  });

  it('sorts and turns pages, announces both, and stays on the same page when the next one fails to load', async () => {
    const page = (): FakeReply =>
      reply([{ title: `Page ${asked().get('page')}` }], {
        ...{ page: Number(asked().get('page')), pages: 3, total: 45 },
      });
    answer(page);
    const who = await open();
    const status = () => within(screen.getByRole('dialog')).getByRole('status');
    await waitFor(() =>
      expect(status()).toHaveTextContent('45 downloads. Page 1 of 3, sorted by Date, Newest first'),
    );
    await who.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Title');
    await waitFor(() => expect(status()).toHaveTextContent('Page 1 of 3, sorted by Title, A to Z'));
    await who.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Z to A');
    await who.click(button('Next'));
    await screen.findByRole('heading', { name: 'Page 2' });
    expect(asked().toString()).toBe('page=2&limit=20&sort=title&order=desc');
    answer({ status: 503, body: { error: 'Busy', code: 'BUSY' } });
    await who.click(button('Next'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch download history');
    expect(screen.getByRole('heading', { name: 'Page 2' })).toBeVisible();
    answer(page);
    await who.click(button('Try again'));
    expect(await screen.findByRole('heading', { name: 'Page 3' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    const calls = api.count(GET);
    // On the last page, the button does nothing but keeps the focus.
    await who.click(button('Next'));
    expect(api.count(GET)).toBe(calls);
  });

  it('clears the history only after a confirmation', async () => {
    answer(reply([{ title: 'One' }], { total: 45, pages: 3 }));
    api.on(DELETE, { status: 500, body: { error: 'No', code: 'INTERNAL' } });
    const who = await open();
    await who.click(await screen.findByRole('button', { name: 'Clear history' }));
    const question = () => screen.queryByRole('alertdialog');
    expect(question()).toHaveAccessibleDescription(/All 45 downloads .* can't be undone/);
    expect(button('Keep history')).toHaveFocus();
    await who.keyboard('{Escape}');
    expect(question()).toBeNull();
    expect(button('Clear history')).toHaveFocus();
    await who.click(button('Clear history'));
    expect(api.count(DELETE)).toBe(0);
    await who.click(button('Clear history'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to clear download history');
    api.on(DELETE, { body: { deleted: 45 } });
    answer(reply([], { pages: 0, total: 0 }));
    await who.click(button('Clear history'));
    expect(await screen.findByRole('heading', { name: 'History cleared' })).toBeVisible();
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
    await who.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows that there are no downloads yet', async () => {
    answer(reply([], { pages: 0 }));
    await open();
    expect(await screen.findByRole('heading', { name: 'No downloads yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Paste a link' })).toHaveAttribute('href', '/');
  });

  it('follows a running download and counts down its file', async () => {
    jest.useFakeTimers();
    try {
      answer(reply([{ title: 'A clip', status: 'in_progress' }]));
      renderAt(
        '/',
        <OverlayHost>
          <HistoryDialog close={() => undefined} />
        </OverlayHost>,
        siteConfig(),
        texts,
      );
      const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
      const seconds = async (count: number) => {
        for (let passed = 0; passed < count; passed += 1) {
          await wait(1000);
        }
      };
      await wait(0);
      expect(row('A clip').getByText('In progress')).toBeVisible();
      answer({ status: 500 });
      await wait(5000);
      expect(screen.queryByRole('alert')).toBeNull();
      answer(
        reply([{ title: 'A clip', file_url: '/api/download/file/t', expires_in_seconds: 62 }]),
      );
      await wait(10_000);
      expect(row('A clip').getByText('Completed · 1 min left')).toBeVisible();
      const calls = api.count(GET);
      await seconds(12);
      expect(row('A clip').getByText('Completed · 50 s left')).toBeVisible();
      await seconds(50);
      expect(row('A clip').getByRole('link', { name: 'Download again A clip' })).toBeVisible();
      expect(api.count(GET)).toBe(calls);
    } finally {
      jest.useRealTimers();
    }
  });

  it('closes when the session ends', async () => {
    answer(reply([{}]));
    await open();
    act(publishNobody);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
