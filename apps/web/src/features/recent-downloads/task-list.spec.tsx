import { FakeApi, mergeStatus } from '@dipper/client/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import {
  type KeptTask,
  keepSaved,
  keepTask,
  keptTasks,
} from '../../entities/task/kept/kept-tasks.js';
import { KEPT_TASKS_KEY, rawKeptTasks } from '../../entities/task/kept/kept-tasks-key.js';
import { renderAt } from '../../testing/render-at.js';
import type { Message } from '../../ui/overlays/message-queue.js';
import { OverlaysContext } from '../../ui/overlays/overlays-context.js';
import { TaskList } from './task-list.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const call = (id: string) => `GET /api/download/status/${id}`;

function keep(id: string, overrides: Partial<KeptTask> = {}): void {
  keepTask({
    ...{ task_id: id, path: `/preview?task_id=${id}`, title: `Clip ${id}`, is_audio: false },
    ...{ resolution: '1280x720', ext: 'mp4', state: 'running', progress: 46 },
    ...overrides,
  });
}

describe('the list of downloads in this browser', () => {
  let api: FakeApi;
  const says = (id: string, overrides: Parameters<typeof mergeStatus>[0]) =>
    api.on(call(id), { body: mergeStatus({ task_id: id, ...overrides }) });
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  let toasts: Message[];
  const overlays = {
    openDialog: () => Promise.resolve(),
    toast: (message: Message) => void toasts.push(message),
  };
  const show = () =>
    renderAt(
      '/',
      <OverlaysContext value={overlays}>
        <TaskList />
      </OverlaysContext>,
    );
  const open = async () => {
    const page = show();
    await wait(0);
    return page;
  };
  const rows = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);
  const news = () => within(screen.getByRole('region')).getByRole('status');
  const asked = () => api.calls.length;
  const setVisible = (state: DocumentVisibilityState) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };

  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
    window.localStorage.clear();
    toasts = [];
    api = new FakeApi().install();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('shows a stored task, then its current state, and follows it', async () => {
    keep('a');
    says('a', { progress: 46.9 });
    show();
    expect(rows()).toEqual(['720p MP4Clip a']);
    await wait(0);
    expect(rows()).toEqual(['Preparing · 46% · 720p MP4Clip a']);
    expect(screen.getByRole('link')).toHaveAttribute('href', '/preview?task_id=a');
    expect(keptTasks()[0]).toMatchObject({ state: 'running', progress: 46.9 });
    expect(news()).toBeEmptyDOMElement();
    says('a', { status: 'complete', progress: 100, expires_in_seconds: 2550 });
    await wait(5000);
    expect(keptTasks()[0]).toMatchObject({ state: 'ready', progress: 100 });
    expect(rows()).toEqual(['Ready · 42 min left · 720p MP4Clip a']);
    expect(news()).toHaveTextContent('Ready: Clip a');
    const before = asked();
    await wait(60_000);
    expect(rows()).toEqual(['Ready · 41 min left · 720p MP4Clip a']);
    expect(asked()).toBe(before);
  });

  it('counts down independently of the local clock', async () => {
    keep('a', { state: 'ready', progress: 100 });
    says('a', { status: 'complete', expires_in_seconds: 400 });
    await open();
    jest.setSystemTime(NOW + 2 * 3_600_000);
    await wait(30_000);
    expect(rows()).toEqual(['Ready · 6 min left · 720p MP4Clip a']);
    await wait(370_000);
    expect(rows()).toEqual(['Expired · Download againClip a']);
    expect(rawKeptTasks()).toBeNull();
  });

  it.each<[what: string, status: object, row: string, isKept: boolean]>([
    [
      'waits',
      { status: 'queued', queue_position: 2 },
      'Preparing · waiting in line · 720p MP4',
      true,
    ],
    [
      'failed',
      { status: 'error', error_code: 'MERGE_FAILED' },
      "Couldn't be prepared · Try again",
      false,
    ],
    [
      'lost its file',
      { status: 'error', error_code: 'FILE_EXPIRED' },
      'Expired · Download again',
      false,
    ],
    ['was cancelled', { status: 'cancelled' }, 'Cancelled', false],
    [
      'is ready and will be for hours',
      { status: 'complete', expires_in_seconds: 7325 },
      'Ready · 2 h 2 min left · 720p MP4',
      true,
    ],
    ['comes from an older server', { status: 'complete' }, 'Ready · 720p MP4', true],
  ])('shows a task that %s', async (_, status, row, isKept) => {
    keep('a');
    says('a', status);
    await open();
    expect(rows()).toEqual([`${row}Clip a`]);
    expect(keptTasks()).toHaveLength(isKept ? 1 : 0);
  });

  it('reports an unknown task once, and keeps tasks whose state is unavailable', async () => {
    ['a', 'b', 'c'].forEach((id) => keep(id));
    api.on(call('c'), { status: 404 }).on(call('b'), { status: 503 });
    says('a', {});
    await open();
    expect(rows()).toEqual(['Expired · Download againClip c', '720p MP4Clip b', '720p MP4Clip a']);
    expect(keptTasks().map(({ task_id }) => task_id)).toEqual(['b', 'a']);
    expect(api.count(call('b'))).toBe(1);
    await wait(9999);
    expect(api.count(call('b'))).toBe(1);
    await wait(1);
    expect(api.count(call('b'))).toBe(2);
    expect(api.count(call('a'))).toBe(0);
  });

  it('polls one task at a time, and only while visible', async () => {
    ['a', 'b', 'c', 'd'].forEach((id) => keep(id));
    let answer: (reply: object) => void = () => undefined;
    api.on(call('d'), () => new Promise((resolve) => (answer = resolve)));
    await open();
    setVisible('hidden');
    answer({ body: mergeStatus({ task_id: 'd' }) });
    await wait(60_000);
    expect(new Set(api.calls.map(({ call }) => call))).toEqual(new Set([call('d')]));
    const before = asked();
    ['b', 'c', 'd'].forEach((id) => says(id, {}));
    setVisible('visible');
    await wait(0);
    expect(asked()).toBe(before + 3);
    // Collapsed rows are not polled.
    expect(api.count(call('a'))).toBe(0);
    says('a', {});
    fireEvent.click(screen.getByRole('button', { name: 'Show all 4 downloads' }));
    await wait(0);
    expect(rows()).toHaveLength(4);
    expect(api.count(call('a'))).toBe(1);
  });

  it('removes one task or all tasks, but only from the device', async () => {
    ['a', 'b', 'c'].forEach((id) => (keep(id), says(id, {})));
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Remove from this list: Clip b' }));
    expect(keptTasks().map(({ task_id }) => task_id)).toEqual(['c', 'a']);
    expect(screen.getByRole('heading')).toHaveFocus();
    fireEvent.click(screen.getByRole('button', { name: 'Clear this list' }));
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
    expect(rawKeptTasks()).toBeNull();
    expect(api.calls.every(({ call }) => call.startsWith('GET '))).toBe(true);
  });

  it('says that the list was cleared, and restores it on request', async () => {
    ['a', 'b'].forEach((id) => (keep(id), says(id, {})));
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Clear this list' }));
    // Toasts of this kind are announced politely (toast-list.tsx).
    expect(toasts).toMatchObject([{ kind: 'status', text: 'List cleared.' }]);
    keep('c');
    act(() => toasts[0]?.action?.onPress());
    expect(keptTasks().map(({ task_id }) => task_id)).toEqual(['c', 'b', 'a']);
    await wait(0);
    expect(rows()).toEqual([
      'Preparing · 10% · 720p MP4Clip b',
      'Preparing · 10% · 720p MP4Clip a',
    ]);
  });

  it('restores failed and expired rows as well', async () => {
    ['a', 'b', 'c'].forEach((id) => keep(id));
    says('a', { status: 'error', error_code: 'MERGE_FAILED' });
    says('b', { status: 'error', error_code: 'FILE_EXPIRED' });
    says('c', {});
    await open();
    await wait(10_000);
    const before = rows();
    expect(before).toHaveLength(3);
    expect(keptTasks().map(({ task_id }) => task_id)).toEqual(['c']);
    fireEvent.click(screen.getByRole('button', { name: 'Clear this list' }));
    expect(rows()).toEqual([]);
    act(() => toasts[0]?.action?.onPress());
    await wait(0);
    expect(rows()).toEqual(before);
  });

  it('shows files that were saved directly, without asking the server about them', async () => {
    keepSaved({
      path: '/preview?url=a',
      title: 'Direct',
      resolution: '720p',
      ext: 'mp4',
      is_audio: false,
    });
    await open();
    expect(rows()).toEqual(['Sent to your browser · 720p MP4Direct']);
    expect(screen.getByRole('link')).toHaveAttribute('href', '/preview?url=a');
    await wait(60_000);
    expect(asked()).toBe(0);
    expect(keptTasks()).toHaveLength(1);
  });

  it('follows changes made by another tab', async () => {
    ['a', 'b'].forEach((id) => (keep(id), says(id, {})));
    api.on(call('b'), { status: 404 });
    await open();
    const elsewhere = (act_: () => void) =>
      act(async () => {
        act_();
        window.dispatchEvent(new StorageEvent('storage', { key: KEPT_TASKS_KEY }));
        await jest.advanceTimersByTimeAsync(0);
      });
    says('n', {});
    await elsewhere(() => keep('n'));
    const region = within(screen.getByRole('region', { name: 'Downloads in this browser' }));
    expect(region.getAllByRole('link').map((link) => link.getAttribute('href')?.at(-1))).toEqual([
      'n',
      'b',
      'a',
    ]);
    await elsewhere(() => window.localStorage.clear());
    expect(rows()).toEqual([]);
  });
});
