import { errorReply, type FeedItem, type FeedReply } from '@dipper/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { closeSession, openSession } from '../../../../entities/session/session.js';
import { createI18n } from '../../../../i18n/create-i18n.js';
import account from '../../../../i18n/en/account.js';
import common from '../../../../i18n/en/common.json';
import preview from '../../../../i18n/en/preview.js';
import { SessionServer } from '../../../../testing/accounts.js';
import { renderAt } from '../../../../testing/render-at.js';
import { FeedPart } from './feed-part.js';

const texts = createI18n('en', { account, common, errors: {}, preview });
const ITEM: FeedItem = {
  ...{ id: 'i1', task_id: 'task', title: 'Cats', author: '', type: 'audio/mpeg', bytes: 3 },
  ...{ url: 'https://vimeo.com/1', filename: 'cats.mp3', duration: 61, expires_in_seconds: 60 },
  added_at: '2026-11-28T09:00:00.000Z',
};
const GET = 'GET /api/auth/feed';
const ADD = 'POST /api/auth/feed/items';

let replies: Record<string, number | { status: number; body: object }>;
let onChanged: jest.Mock;
let onGone: jest.Mock;

function show(feed: Partial<FeedReply> | null, isSignedIn = true) {
  const server = new SessionServer().install();
  const body = { url: null, items: [], limit: 100, ...feed };
  replies = { [GET]: feed === null ? 500 : { status: 200, body } };
  server.fate = (call) => replies[call] ?? null;
  [onChanged, onGone] = [jest.fn(), jest.fn()];
  if (isSignedIn) {
    openSession(server.issue());
  }
  renderAt('/', <FeedPart taskId="task" onChanged={onChanged} onGone={onGone} />, undefined, texts);
  return userEvent.setup();
}
afterEach(() => {
  act(() => closeSession('sessionExpired'));
  window.localStorage.clear();
});

const add = () => screen.findByRole('button', { name: 'Add to my podcast feed' });

it.each([
  ['an empty feed', {}],
  ['a feed that could not be loaded', null],
])('adds the file to %s, and removes it', async (_, feed) => {
  const user = show(feed);
  replies[ADD] = { status: 201, body: ITEM };
  await user.click(await add());
  expect(await screen.findByText(/^In your podcast feed\./)).toHaveFocus();
  replies['DELETE /api/auth/feed/items/i1'] = { status: 200, body: { removed: true } };
  await user.click(screen.getByRole('button', { name: 'Remove from feed' }));
  expect(await add()).toHaveFocus();
  // The page then shows how long the file is kept now.
  expect(onChanged).toHaveBeenCalledTimes(2);
});

it('knows a file that has been added before', async () => {
  show({ items: [ITEM] });
  expect(await screen.findByText(/^In your podcast feed\./)).toBeVisible();
});

it('says what happens if the feed is full, and why a file was not added', async () => {
  const user = show({ items: [{ ...ITEM, task_id: 'other' }], limit: 1 });
  replies[ADD] = { status: 503, body: errorReply('UNAVAILABLE') };
  await user.click(await add());
  expect(screen.getByText(/so this replaces its oldest file\.$/)).toBeVisible();
  expect(await screen.findByText(errorReply('UNAVAILABLE').error)).toBeVisible();
  expect(onChanged).not.toHaveBeenCalled();
  expect(onGone).not.toHaveBeenCalled();
});

it('tells the page if the file has expired', async () => {
  const user = show({});
  replies[ADD] = { status: 410, body: errorReply('FILE_EXPIRED') };
  await user.click(await add());
  await waitFor(() => expect(onGone).toHaveBeenCalledTimes(1));
});

it('the row is not shown without an account', () => {
  show({}, false);
  expect(screen.queryByRole('button')).toBeNull();
});
