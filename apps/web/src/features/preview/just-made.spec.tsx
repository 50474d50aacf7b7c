import { FakeApi, mergeStatus, sockets } from '@dipper/client/testing';
import { act, screen } from '@testing-library/react';
import { renderAt } from '../../testing/render-at.js';
import { PreviewScreen } from './preview-screen.js';

let tasks = 0;
let id: string;

/** Opens the page of a new task, and waits until it has subscribed. */
async function open(status: Parameters<typeof mergeStatus>[0]): Promise<void> {
  // The page starts each task only once, so every test needs a new id.
  tasks += 1;
  id = `caught${String(tasks).padStart(24, '0')}`;
  new FakeApi()
    .on('GET /api/download/start-merge', { body: { task_id: id, status: 'queued' } })
    .on('GET /api/config', { body: { file_retention_seconds: 1800, environment: 'test' } })
    .install();
  sockets.clear();
  sockets.ack = () => mergeStatus({ task_id: id, ...status });
  renderAt(
    `/preview?task_id=${id}&video_format_id=v&audio_format_id=a&title=Clip`,
    <PreviewScreen />,
  );
  await act(() => jest.advanceTimersByTimeAsync(50));
  act(() => sockets.last().connected());
}
const update = (status: Parameters<typeof mergeStatus>[0]) =>
  act(() => sockets.last().update(mergeStatus({ task_id: id, ...status })));
const DONE = { status: 'complete', progress: 100, expires_in_seconds: 60 } as const;
const overlay = () => document.querySelector<HTMLElement>('.surfacing');

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('shows the file rising over the player if it is finished while the visitor watches', async () => {
  await open({ progress: 98, stage: 'checking' });
  expect(overlay()).toBeNull();
  update(DONE);
  const player = screen.getByLabelText('Video: Clip').parentElement;
  expect(player).toContainElement(overlay());
  expect(player).not.toContainElement(screen.getByRole('link', { name: /Download/ }));
  expect(document.body).toHaveFocus();
});

it('shows no animation for a file that was already finished', async () => {
  await open(DONE);
  expect(screen.getByLabelText('Video: Clip')).toBeInTheDocument();
  expect(overlay()).toBeNull();
});

it.each([
  ['failed', { status: 'error', error_code: 'SOURCE_FAILED' }, 'Not prepared'],
  ['was cancelled', { status: 'cancelled' }, 'Cancelled'],
] as const)('keeps a line above the title of a task that %s', async (_, ending, words) => {
  await open({});
  update(ending);
  expect(screen.getByText(words, { selector: 'p' })).toBeVisible();
});
