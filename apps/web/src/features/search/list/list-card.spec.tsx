import { FakeApi, mergeStatus, sockets } from '@dipper/client/testing';
import type { ListInfo } from '@dipper/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listEntry, listInfo } from '../../../testing/fixtures.js';
import { renderAt } from '../../../testing/render-at.js';
import { ListCard } from './list-card.js';

const TASKS = 'POST /api/download/tasks';
const START = 'GET /api/download/start-merge';

let api: FakeApi;
let lists = 0;

/** Renders a new list for each test, because selections are remembered per list. */
async function show(count: number, overrides: Partial<ListInfo> = {}): Promise<ListInfo> {
  lists += 1;
  const list = listInfo({ task_id: `list${lists}`, ...overrides }, count);
  renderAt(
    '/',
    <ListCard list={list} link="" isNew={false} onPick={jest.fn()} onClear={jest.fn()} />,
  );
  await screen.findByRole('region', { name: 'List' });
  return list;
}

const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox');
const chosen = () => boxes().filter(({ checked }) => checked).length;
const zip = () => screen.getByRole('button', { name: /^Download \d* ?as (one|a) zip$/ });
const each = () =>
  screen.getByRole('button', { name: /^Download \d* ?(file|files one by one|one by one)$/ });
const row = (name: RegExp) => {
  const item = screen.getByRole('checkbox', { name }).closest('li');
  return within(item as HTMLElement);
};

beforeEach(() => {
  window.localStorage.clear();
  api = new FakeApi().install();
});

it.each([
  [3, null, 'List of 3 entries', 3],
  [50, null, 'List of 50 entries', 50],
  [51, 53, '51 of 53 available', 0],
])('shows how many entries there are: %d of %s', async (count, total, words, first) => {
  await show(count, { total });
  expect(screen.getByText(words)).toBeVisible();
  expect(chosen()).toBe(first);
});

it('limits the selection to what one zip can hold', async () => {
  const user = userEvent.setup();
  await show(60);
  expect(zip()).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'All' }));
  expect(screen.getByText('60 selected. Choose up to 50 at a time.')).toBeVisible();
  await user.click(zip());
  expect(api.calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Select the first 50' }));
  expect(chosen()).toBe(50);
  expect(zip()).not.toHaveAttribute('aria-disabled');
});

it('selects a range with Shift and moves by arrow keys', async () => {
  const user = userEvent.setup();
  await show(60);
  const [, second, , , fifth] = boxes();
  await user.click(second as HTMLElement);
  await user.keyboard('{Shift>}');
  await user.click(fifth as HTMLElement);
  await user.keyboard('{/Shift}{ArrowDown}{ArrowDown} {End}');
  expect(boxes().flatMap(({ checked }, at) => (checked ? [at + 1] : []))).toEqual([2, 3, 4, 5, 7]);
  expect(boxes().at(-1)).toHaveFocus();
});

it('filters entries and selects among the visible ones', async () => {
  const user = userEvent.setup();
  const entries = [...listInfo({}, 59).entries, listEntry(60, { title: 'Über die Flüsse' })];
  await show(0, { entries });
  await user.type(screen.getByRole('searchbox'), 'uber FLUSSE');
  expect(await screen.findByText('1 of 60 shown')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'All' }));
  await user.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(boxes()).toHaveLength(60));
  expect(chosen()).toBe(1);
});

it('makes one zip of the selection in the chosen quality, and remembers the quality', async () => {
  const user = userEvent.setup();
  const made = { task_id: 'zipTask', status: 'prepared', filename: 'A showcase.zip' };
  api.on(TASKS, { status: 201, body: made });
  const list = await show(3);
  await user.click(screen.getByRole('checkbox', { name: /Part 2/ }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Quality' }), 'MP3');
  await user.click(zip());
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/preview?'));
  const recipe = { kind: 'bundle', entries: ['e1', 'e3'], quality: 'mp3' };
  expect(api.calls).toMatchObject([{ call: TASKS, body: { task_id: list.task_id, recipe } }]);
  expect(screen.getByTestId('address')).toHaveTextContent(/zipTask.*filename=A%20showcase\.zip/);
  expect(window.localStorage.getItem('list-quality')).toBe('"mp3"');
});

it('states how many files each button downloads', async () => {
  const user = userEvent.setup();
  await show(3);
  expect(zip()).toHaveTextContent('Download 3 as one zip');
  expect(each()).toHaveTextContent('Download 3 files one by one');
  await user.click(screen.getByRole('button', { name: 'None' }));
  expect(zip()).toHaveTextContent('Download as one zip');
  expect(each()).toHaveTextContent('Download one by one');
});

it.each<[string, Partial<ListInfo>, string[]]>([
  ['podcast', { is_audio: true }, ['Original audio', 'MP3']],
  [
    'list of videos',
    {},
    [
      'Best',
      ...['2160p', '1080p', '720p', '480p', '360p'].map((it) => `Up to ${it}`),
      'Audio',
      'MP3',
    ],
  ],
  ['gallery', { entries: [listEntry(1, { kind: 'picture' })] }, []],
])('offers the qualities that fit a %s', async (_, list, qualities) => {
  await show(3, list);
  const options = screen.queryAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toEqual(qualities);
});

it.each([
  [true, 'lucide-music'],
  [false, 'lucide-film'],
])('marks entries without a picture by their kind: audio %s', async (is_audio, icon) => {
  await show(1, { is_audio, entries: [listEntry(1, { thumbnail_url: null })] });
  expect(document.querySelector('label svg')).toHaveClass(icon);
});

it('reports a failed zip, which can be retried', async () => {
  const user = userEvent.setup();
  api.on(TASKS, { status: 404, body: { error: 'It is gone.', code: 'TASK_UNKNOWN' } });
  await show(3);
  await user.click(zip());
  expect(await screen.findByRole('alert')).toHaveTextContent('It is gone.');
  expect(zip()).not.toHaveAttribute('aria-disabled');
});

describe('one after another', () => {
  let saved: string[];
  const entryOf = ({ body }: { body: unknown }) =>
    (body as { recipe: { entry: string } }).recipe.entry;
  const asked = () => api.calls.filter(({ call }) => call === TASKS).map(entryOf);

  beforeEach(() => {
    saved = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    api.on(TASKS, () => {
      const entry = asked().at(-1) ?? '';
      const body = { task_id: `task-${entry}`, status: 'prepared', filename: `${entry}.mp4` };
      return { status: 201, body };
    });
    api.on(START, { body: { task_id: 'any', status: 'queued' } });
    sockets.clear();
    sockets.connects = true;
    sockets.ack = (task_id) => mergeStatus({ task_id, status: 'complete', progress: 100 });
  });
  afterEach(() => jest.restoreAllMocks());

  it('saves each file, reports the failed one, and retries it', async () => {
    const user = userEvent.setup();
    const { ack } = sockets;
    sockets.ack = (task_id) =>
      task_id === 'task-e2'
        ? mergeStatus({ task_id, status: 'error', message: 'It is private.' })
        : ack!(task_id);
    await show(3);
    await user.click(each());
    expect(await screen.findByText('3 of 3 done.')).toHaveTextContent('1 failed.');
    expect(saved).toEqual(['e1.mp4', 'e3.mp4']);
    expect(row(/Part 2/).getByText('It is private.')).toBeVisible();
    expect(row(/Part 1/).getByRole('link', { name: 'Download Part 1' })).toBeVisible();
    sockets.ack = ack;
    await user.click(row(/Part 2/).getByRole('button', { name: 'Try Part 2 again' }));
    await waitFor(() => expect(saved).toEqual(['e1.mp4', 'e3.mp4', 'e2.mp4']));
    expect(asked()).toEqual(['e1', 'e2', 'e3', 'e2']);
  });

  it('keeps only unsaved entries selected', async () => {
    const user = userEvent.setup();
    const { ack } = sockets;
    sockets.ack = (task_id) =>
      task_id === 'task-e2'
        ? mergeStatus({ task_id, status: 'error', message: 'It is private.' })
        : ack!(task_id);
    await show(3);
    await user.click(each());
    await screen.findByText('3 of 3 done.');
    expect(boxes().map(({ checked }) => checked)).toEqual([false, true, false]);
    await user.click(screen.getByRole('checkbox', { name: /Part 1/ }));
    expect(each()).toHaveTextContent('Download 2 files one by one');
  });

  it('moves the focus to Pause when it starts, and to the outcome when it ends', async () => {
    const user = userEvent.setup();
    let answer: () => void = () => undefined;
    api.on(
      START,
      () =>
        new Promise<{ body: unknown }>((resolve) => {
          answer = () => resolve({ body: { task_id: 'any', status: 'queued' } });
        }),
    );
    await show(1);
    each().focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus();
    await waitFor(() => expect(api.count(START)).toBe(1));
    act(() => answer());
    expect(await screen.findByText('1 of 1 done.')).toHaveFocus();
  });

  it('pauses after the current file, continues, and stops immediately', async () => {
    const user = userEvent.setup();
    let answer: () => void = () => undefined;
    const held = () =>
      new Promise<{ body: unknown }>((resolve) => {
        answer = () => resolve({ body: { task_id: 'any', status: 'queued' } });
      });
    api.on(START, held).on('DELETE /api/download/task/task-e2', { body: {} });
    await show(3);
    await user.click(each());
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(screen.getByText('Pausing after this one.')).toBeVisible();
    act(() => answer());
    expect(await screen.findByText('Paused after 1 of 3.')).toBeVisible();
    expect(asked()).toEqual(['e1']);
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(api.count(START)).toBe(2));
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(each()).toBeVisible();
    // The cancel waits for the reply to the start, which would otherwise undo it.
    expect(api.count('DELETE /api/download/task/task-e2')).toBe(0);
    act(() => answer());
    await waitFor(() => expect(api.count('DELETE /api/download/task/task-e2')).toBe(1));
    expect(saved).toEqual(['e1.mp4']);
    expect(asked()).toEqual(['e1', 'e2']);
  });

  it('cancels the file in progress if the page is closed, even while it is being started', async () => {
    const user = userEvent.setup();
    const CANCEL = 'DELETE /api/download/task/task-e1';
    api.on(START, () => new Promise(() => undefined)).on(CANCEL, { body: {} });
    await show(2);
    await user.click(each());
    await waitFor(() => expect(api.count(START)).toBe(1));
    window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
    await waitFor(() => expect(api.count(CANCEL)).toBe(1));
    expect(api.calls.at(-1)).toMatchObject({ keepalive: true });
    expect(asked()).toEqual(['e1']);
  });
});

it('links to a picture directly from its row', async () => {
  const picture = listEntry(1, {
    ...{ kind: 'picture', url: 'https://i.example/a.jpg', picture_grant: 'own', title: null },
  });
  await show(1, { entries: [picture] });
  expect(screen.getByRole('link', { name: 'Download Entry 1' })).toHaveAttribute(
    'href',
    '/api/image-proxy?url=https%3A%2F%2Fi.example%2Fa.jpg&grant=own&download=1',
  );
});
