import { ERRORS, type FeedItem, type FeedReply } from '@dipper/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { closeSession, openSession } from '../../../entities/session/session.js';
import { createI18n } from '../../../i18n/create-i18n.js';
import account from '../../../i18n/en/account.js';
import common from '../../../i18n/en/common.json';
import history from '../../../i18n/en/history.js';
import profile from '../../../i18n/en/profile.json';
import { SessionServer } from '../../../testing/accounts.js';
import { renderAt } from '../../../testing/render-at.js';
import { FeedSettings } from './feed-settings.js';

const texts = createI18n('en', { account, common, history, profile });
const OLD = 'https://dipper.example/feed/old.xml';
const ITEM: FeedItem = {
  ...{ id: 'i1', task_id: 'task', title: 'Cats & dogs', author: 'A band', type: 'audio/mpeg' },
  ...{ url: 'https://vimeo.com/1', filename: 'cats.mp3', duration: 61, bytes: 3_000_000 },
  ...{ added_at: '2026-11-28T09:00:00.000Z', expires_in_seconds: 2520 },
};

let server: SessionServer;
let replies: Record<string, number | { status: number; body: object }>;

function show(feed: Partial<FeedReply>, more: typeof replies = {}) {
  server = new SessionServer().install();
  const body = { url: OLD, items: [], limit: 100, ...feed };
  replies = { 'GET /api/auth/feed': { status: 200, body }, ...more };
  server.fate = (call) => replies[call] ?? null;
  openSession(server.issue());
  renderAt('/', <FeedSettings />, undefined, texts);
  return userEvent.setup();
}
afterEach(() => {
  act(() => closeSession('sessionExpired'));
  jest.useRealTimers();
  window.localStorage.clear();
});

const button = (name: string) => screen.getByRole('button', { name });
const address = () => screen.getByLabelText<HTMLInputElement>('Feed address');

it('creates a feed, replaces its address and deletes it, each after a confirmation', async () => {
  const user = show({ url: null });
  expect(await screen.findByText(/^Your feed is empty\./)).toBeVisible();
  expect(screen.queryByLabelText('Feed address')).toBeNull();
  const renewed = (url: string) => ({ status: 200, body: { url } });
  replies['POST /api/auth/feed/renew'] = renewed(OLD);
  await user.click(button('Create feed'));
  expect(await screen.findByDisplayValue(OLD)).toHaveFocus();
  await user.click(button('Copy'));
  expect(await navigator.clipboard.readText()).toBe(OLD);

  await user.click(button('Replace address'));
  expect(button('Cancel')).toHaveFocus();
  expect(screen.getByText(/^The old address will stop working/)).toBeVisible();
  await user.keyboard('{Enter}');
  expect(server.count('POST /api/auth/feed/renew')).toBe(1);
  const next = 'https://dipper.example/feed/new.xml';
  replies['POST /api/auth/feed/renew'] = renewed(next);
  await user.click(button('Replace address'));
  await user.click(button('Replace address'));
  expect(await screen.findByDisplayValue(next)).toHaveFocus();

  await user.click(button('Delete feed'));
  replies['DELETE /api/auth/feed'] = { status: 200, body: { deleted: true } };
  await user.click(button('Delete feed'));
  expect(await screen.findByRole('button', { name: 'Create feed' })).toBeVisible();
  expect(screen.queryByLabelText('Feed address')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Podcast feed' })).toHaveFocus();
});

it('lists the files with their time left, prepares an expired one again, and removes one', async () => {
  const old = { ...ITEM, id: 'i2', title: 'Old', author: '', expires_in_seconds: null };
  const user = show({ items: [ITEM, old], limit: 2 });
  const rowOf = (title: string) =>
    within(screen.getByText(title, { selector: 'p' }).closest('li') as HTMLElement);
  expect(await screen.findByText('42 min left')).toBeVisible();
  expect(address().type).toBe('password');
  expect(screen.getByText(/^The feed is full\./)).toBeVisible();
  expect(rowOf('Cats & dogs').queryByRole('link')).toBeNull();
  expect(rowOf('Old').getByText('file expired')).toBeVisible();
  const link = rowOf('Old').getByRole('link', { name: 'Prepare again Old' });
  const query = new URLSearchParams(link.getAttribute('href')?.split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({
    ...{ url: '/api/download/start-merge?task_id=task', source_url: ITEM.url },
    ...{ title: 'Old', filename: 'cats.mp3', is_audio: 'true' },
  });

  replies['DELETE /api/auth/feed/items/i2'] = { status: 200, body: { removed: true } };
  await user.click(rowOf('Old').getByRole('button', { name: 'Remove Old' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.getByRole('heading', { name: 'Podcast feed' })).toHaveFocus();
  expect(screen.queryByText(/^The feed is full\./)).toBeNull();
});

it('counts down until a file expires', async () => {
  jest.useFakeTimers();
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  show({ items: [{ ...ITEM, expires_in_seconds: 2 }] });
  await wait(0);
  expect(screen.getByText('2 s left')).toBeVisible();
  await wait(1000);
  expect(screen.getByText('1 s left')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
  await wait(1000);
  expect(screen.getByRole('link', { name: 'Prepare again Cats & dogs' })).toBeVisible();
});

it('loads again after a failure, and keeps everything if a change fails', async () => {
  const user = show({ items: [ITEM] }, { 'GET /api/auth/feed': 500 });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('alert');
  const body = { url: OLD, items: [ITEM], limit: 100 };
  replies['GET /api/auth/feed'] = { status: 200, body };
  await user.click(button('Try again'));
  expect(await screen.findByText('Cats & dogs', { selector: 'p' })).toBeVisible();

  const limited = { error: ERRORS.UNAVAILABLE.message, code: 'UNAVAILABLE' };
  replies['DELETE /api/auth/feed/items/i1'] = { status: 503, body: limited };
  await user.click(button('Remove Cats & dogs'));
  expect(await screen.findByText(ERRORS.UNAVAILABLE.message)).toBeVisible();
  expect(screen.getByText('Cats & dogs', { selector: 'p' })).toBeVisible();
});
