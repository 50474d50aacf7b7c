import { FakeApi, mergeStatus, sockets } from '@dipper/client/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderAt } from '../../../testing/render-at.js';
import { PreviewScreen } from '../preview-screen.js';

const DAMAGE = [{ from_seconds: 432.1, to_seconds: 435.5 }];
const NOTICE = 'Damaged at the source';
const EFFECT = 'Affected: 7:12 to 7:16. Video or audio may freeze or break up.';
const START = 'GET /api/download/start-merge';
let tasks = 0;

const passTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('a damaged source', () => {
  let api: FakeApi;
  let id: string;

  beforeEach(() => {
    jest.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
    sockets.clear();
    tasks += 1;
    id = `damage${String(tasks).padStart(24, '0')}`;
    api = new FakeApi().on(START, { body: { task_id: id, status: 'queued' } }).install();
  });
  afterEach(() => jest.useRealTimers());

  async function open(query: Record<string, string> = {}): Promise<void> {
    const known = {
      task_id: id,
      video_format_id: 'v',
      audio_format_id: 'a',
      title: 'Clip',
      source_url: 'https://vimeo.com/1',
    };
    renderAt(
      `/preview?${new URLSearchParams({ ...known, ...query }).toString()}`,
      <PreviewScreen />,
    );
    await passTime(50);
    await passTime(50);
  }
  const report = (overrides: Parameters<typeof mergeStatus>[0]) => {
    const socket = sockets.last();
    const told = { task_id: id, damage: DAMAGE, expires_in_seconds: 3600 };
    socket.ack = () => mergeStatus({ ...told, ...overrides });
    act(() => socket.connected());
  };
  const refuse = () => report({ status: 'error', error_code: 'SOURCE_DAMAGED' });
  const finish = () => report({ status: 'complete', progress: 100 });
  const starts = () => api.calls.filter(({ call }) => call === START).map(({ url }) => url);
  const takeAnyway = async () => {
    const take = screen.getByRole('button', { name: 'Download it anyway' });
    take.focus();
    fireEvent.click(take);
    await passTime(50);
    await passTime(50);
  };

  it('is explained with its position, and another format is suggested first', async () => {
    await open();
    refuse();
    expect(document.title).toBe('Damaged at the source | Vimeo | Clip');
    expect(screen.getByRole('alert')).toHaveTextContent(
      "Damaged at the sourceThe original file is damaged. We downloaded it twice and got the same bytes, so trying again won't help. " +
        EFFECT,
    );
    const other = screen.getByRole('link', { name: 'Choose another format' });
    const take = screen.getByRole('button', { name: 'Download it anyway' });
    expect(other).toHaveClass('button-primary');
    expect(take).toHaveClass('button-quiet');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(other.compareDocumentPosition(take)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    fireEvent.click(other);
    expect(screen.getByTestId('address')).toHaveTextContent('/?url=https%3A%2F%2Fvimeo.com%2F1');
  });

  it('can be accepted with one click, and the notice stays with the file', async () => {
    await open();
    refuse();
    await takeAnyway();
    expect(starts()).toEqual([
      `/api/download/start-merge?task_id=${id}`,
      `/api/download/start-merge?task_id=${id}&anyway=1`,
    ]);
    // The button that had the focus is gone.
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    // The notice is already in its final position, so the arriving file causes no layout shift.
    expect(screen.getByRole('heading', { name: NOTICE })).toBeVisible();
    const [region] = screen.getAllByRole('status');
    finish();
    await passTime(0);
    expect(screen.getByRole('heading', { name: NOTICE })).toBeVisible();
    expect(region).toBeInTheDocument();
    expect(region).toHaveTextContent(
      `Processing complete! Loading video... Your file is ready. ${NOTICE} ${EFFECT}`,
    );
    expect(screen.getByRole('link', { name: /^Download/ })).toHaveAccessibleDescription(
      `${NOTICE} ${EFFECT}`,
    );
  });

  it('stays accepted when the retry fails for another reason', async () => {
    await open();
    refuse();
    await takeAnyway();
    report({ status: 'error', error_code: 'SOURCE_FAILED', damage: null });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await passTime(50);
    expect(starts().at(-1)).toMatch(/&anyway=1$/);
  });

  it('is reported for a finished file by polling, too', async () => {
    api.on(`GET /api/download/status/${id}`, {
      body: mergeStatus({ task_id: id, status: 'complete', progress: 100, damage: DAMAGE }),
    });
    await open({ is_audio: 'true' });
    for (let polled = 0; polled < 10 && screen.queryByText(NOTICE) === null; polled += 1) {
      await passTime(1000);
    }
    expect(screen.getByRole('heading', { name: NOTICE })).toBeVisible();
    expect(
      screen.getByText('Affected: 7:12 to 7:16. The audio may crackle or drop out.'),
    ).toBeVisible();
  });

  it('is given as the reason if playback stops', async () => {
    api.on(`HEAD /api/download/file/${id}`, { status: 200 });
    await open();
    finish();
    fireEvent.error(document.querySelector('video') as HTMLVideoElement);
    await passTime(0);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Preview UnavailablePlayback stopped at a damaged part. You can still download it.',
    );
    expect(screen.getByRole('heading', { name: NOTICE })).toBeVisible();
  });

  it('is not mentioned if the file turned out to be intact', async () => {
    await open();
    refuse();
    await takeAnyway();
    report({ status: 'complete', progress: 100, damage: null });
    expect(screen.queryByText(/damaged/i)).not.toBeInTheDocument();
  });

  it('is not mentioned for an intact file', async () => {
    await open();
    report({ status: 'complete', progress: 100, damage: null });
    expect(screen.queryByText(/damaged/i)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Download/ })).not.toHaveAttribute('aria-describedby');
  });
});
