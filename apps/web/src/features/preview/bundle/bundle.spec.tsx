import { FakeApi, mergeStatus, sockets, TASK_ID } from '@dipper/client/testing';
import { screen, within } from '@testing-library/react';
import { leaveEntryTitles } from '../../../entities/media/handover/page-facts.js';
import { renderAt } from '../../../testing/render-at.js';
import { PreviewScreen } from '../preview-screen.js';

const START = 'GET /api/download/start-merge';
const PATH = `/preview?url=${encodeURIComponent(`/api/download/start-merge?task_id=${TASK_ID}`)}&filename=List.zip&title=List`;

const entries = [
  { id: 'a', title: 'First', state: 'done', error_code: null },
  { id: 'b', title: 'Second', state: 'failed', error_code: 'MEDIA_PRIVATE' },
  { id: 'c', title: null, state: 'making', error_code: null },
] as const;

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  sockets.clear();
  sockets.connects = true;
  new FakeApi().on(START, { body: { task_id: TASK_ID, status: 'processing' } }).install();
});

const show = async () => {
  renderAt(PATH, <PreviewScreen />);
  return within(await screen.findByRole('region', { name: 'Entries' }));
};

it('shows the state of each entry and links to the zip while it is being filled', async () => {
  sockets.ack = () => mergeStatus({ kind: 'bundle', stage: 'checking', entries: [...entries] });
  const list = await show();
  expect(screen.getByText('File 3 of 3: Verifying the file...')).toBeVisible();
  expect(list.getByRole('heading')).toHaveTextContent('1 of 3 added · 1 entry is missing');
  expect(list.getAllByRole('listitem').map((it) => it.textContent)).toEqual([
    'Added: First',
    expect.stringMatching(/^Failed: Second.*private/),
    'Preparing: Entry 3',
  ]);
  const now = screen.getByRole('link', { name: 'Start downloading now' });
  expect(now).toHaveAttribute('href', `/api/download/bundle/${TASK_ID}`);
});

it.each([
  ['fills a single line with the progress', 'processing', 2],
  ['does not fill the line while it waits in line', 'queued', 1],
] as const)('%s, because its steps are unknown', async (_, status, filled) => {
  sockets.ack = () =>
    mergeStatus({
      ...{ kind: 'bundle', status, progress: 40, steps: null, entries: [...entries] },
      stage: status === 'queued' ? status : 'checking',
    });
  await show();
  // The water and the line below it both show this value.
  expect(document.querySelectorAll('[aria-busy] [style="--done: 0.4;"]')).toHaveLength(filled);
});

it('names a missing entry by the title that its list had shown', async () => {
  leaveEntryTitles(TASK_ID, { c: 'Third' });
  const ended = entries.map((entry) =>
    entry.id === 'c'
      ? { ...entry, state: 'failed' as const, title: 'https://a.example/3', error_code: 'NEWER' }
      : entry,
  );
  sockets.ack = () => mergeStatus({ kind: 'bundle', stage: 'checking', entries: ended });
  const list = await show();
  expect(list.getByText('Third')).toBeVisible();
  expect(list.queryByText(/a\.example|Entry 3/)).toBeNull();
});

it('lists missing entries with the reason once the zip is finished, without a player', async () => {
  const ended = entries.map((entry) =>
    entry.state === 'making' ? { ...entry, state: 'failed' as const, error_code: 'NEWER' } : entry,
  );
  const status = { kind: 'bundle', status: 'complete', progress: 100, entries: ended } as const;
  sockets.ack = () => mergeStatus({ ...status, entries: [...ended] });
  const list = await show();
  const headings = list.getAllByRole('heading').map((it) => it.textContent);
  expect(headings).toEqual(['2 entries are missing', '1 entry included']);
  // A newer server may send a code that this page doesn't know.
  expect(list.getByText("This entry couldn't be prepared.")).toBeVisible();
  expect(screen.getByRole('link', { name: /^Download ZIP/ })).toBeVisible();
  expect(document.querySelector('video, audio')).toBeNull();
});
