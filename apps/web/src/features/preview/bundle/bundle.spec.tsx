import { screen, within } from '@testing-library/react';
import { FakeApi } from '../../../testing/fake-api.js';
import { mergeStatus, TASK_ID } from '../../../testing/fixtures.js';
import { renderAt } from '../../../testing/render-at.js';
import { PreviewScreen } from '../preview-screen.js';

const START = 'GET /api/download/start-merge';
const STATUS = `GET /api/download/status/${TASK_ID}`;
const PATH = `/preview?url=${encodeURIComponent(`/api/download/start-merge?task_id=${TASK_ID}`)}&filename=List.zip&title=List`;

const entries = [
  { id: 'a', title: 'First', state: 'done', error_code: null },
  { id: 'b', title: 'Second', state: 'failed', error_code: 'MEDIA_PRIVATE' },
  { id: 'c', title: null, state: 'making', error_code: null },
] as const;

let api: FakeApi;

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  api = new FakeApi().install();
  api.on(START, { body: { task_id: TASK_ID, status: 'processing' } });
});

const show = async () => {
  renderAt(PATH, <PreviewScreen />);
  return within(await screen.findByRole('region', { name: 'Entries' }, { timeout: 5000 }));
};

it('shows how the entries of a zip stand, and gives it while it is being filled', async () => {
  api.on(STATUS, { body: mergeStatus({ kind: 'bundle', entries: [...entries] }) });
  const list = await show();
  expect(list.getByRole('heading')).toHaveTextContent('1 of 3 in it so far · 1 entry is missing');
  expect(list.getAllByRole('listitem').map((it) => it.textContent)).toEqual([
    'In it: First',
    expect.stringMatching(/^Failed: Second.*private/),
    'Being made: Entry 3',
  ]);
  const now = screen.getByRole('link', { name: 'Save now, while it is being filled' });
  expect(now).toHaveAttribute('href', `/api/download/bundle/${TASK_ID}`);
});

it('names in the end what is missing and why, and plays nothing', async () => {
  const ended = entries.map((entry) =>
    entry.state === 'making' ? { ...entry, state: 'failed' as const, error_code: 'NEWER' } : entry,
  );
  const status = { kind: 'bundle', status: 'complete', progress: 100, entries: ended } as const;
  api.on(STATUS, { body: mergeStatus({ ...status, entries: [...ended] }) });
  const list = await show();
  const headings = list.getAllByRole('heading').map((it) => it.textContent);
  expect(headings).toEqual(['2 entries are missing', '1 entry in it']);
  // A code of a newer server.
  expect(list.getByText('It could not be made.')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Save ZIP/ })).toBeVisible();
  expect(document.querySelector('video, audio')).toBeNull();
});
