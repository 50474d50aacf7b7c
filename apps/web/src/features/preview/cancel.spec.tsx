import { FakeApi, type FakeReply, mergeStatus, sockets } from '@dipper/client/testing';
import type { MergeStatus } from '@dipper/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderAt } from '../../testing/render-at.js';
import { CANCEL_PATIENCE_MS } from '../../entities/task/follow/cancel-merge.js';
import { PreviewScreen } from './preview-screen.js';

const TASK = 'cancelled0000000000000001';
const START = 'GET /api/download/start-merge';
const DELETE = `DELETE /api/download/task/${TASK}`;
const FILE = `HEAD /api/download/file/${TASK}`;
const ADDRESS = `/preview?task_id=${TASK}&video_format_id=v&audio_format_id=a&title=Clip`;

const passTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const status = (overrides: Partial<MergeStatus>) => mergeStatus({ task_id: TASK, ...overrides });
const answer = (overrides: Partial<MergeStatus>): FakeReply => ({ body: status(overrides) });

/** Returns a reply and a function that sends it. */
function held() {
  let give!: (reply: FakeReply) => void;
  const reply = new Promise<FakeReply>((resolve) => (give = resolve));
  return {
    reply: () => reply,
    give: async (body: FakeReply) => {
      give(body);
      await passTime(0);
    },
  };
}

describe('cancelling a merge', () => {
  let api: FakeApi;

  beforeEach(() => {
    jest.useFakeTimers();
    sockets.clear();
    api = new FakeApi().on(START, { body: { task_id: TASK, status: 'queued' } }).install();
  });
  afterEach(() => jest.useRealTimers());

  const socket = () => sockets.last();
  async function open() {
    const page = renderAt(ADDRESS, <PreviewScreen />);
    await passTime(50);
    await passTime(50);
    return page;
  }
  function connect(progress: number): void {
    socket().ack = () => status({ progress });
    act(() => socket().connected());
  }
  const press = async (name = 'Cancel') => {
    fireEvent.click(screen.getByRole('button', { name }));
    await passTime(0);
  };
  const isCancelled = () =>
    screen.queryByText('No file was kept. You can try again at any time.') !== null;
  const shown = () => screen.getByRole('progressbar').getAttribute('aria-valuenow');

  describe('reports what the reply says', () => {
    it('about a file that had already been finished', async () => {
      await open();
      connect(90);
      api.on(DELETE, answer({ status: 'complete', progress: 100, expires_in_seconds: 600 }));
      await press();
      expect(screen.getByRole('link', { name: /^Download/ })).toBeVisible();
      expect(isCancelled()).toBe(false);
    });

    it('about a merge that had already failed', async () => {
      await open();
      api.on(DELETE, answer({ status: 'error', message: 'It broke.' }));
      await press();
      expect(screen.getByRole('alert')).toHaveTextContent('It broke.');
      expect(isCancelled()).toBe(false);
    });

    it('about a cancelled merge', async () => {
      await open();
      api.on(DELETE, answer({ status: 'cancelled' }));
      await press();
      expect(isCancelled()).toBe(true);
      // The request survives if the tab is closed.
      expect(api.calls.at(-1)).toMatchObject({ call: DELETE, keepalive: true });
    });

    it.each(['prepared', 'queued', 'processing'] as const)(
      'about a merge that another tab has restarted: %s',
      async (state) => {
        await open();
        connect(20);
        api.on(DELETE, answer({ status: state, progress: 25 }));
        await press();
        expect(screen.getByRole('alert')).toHaveTextContent(
          'This download was restarted in another tab. Press Cancel again to stop it.',
        );
        act(() => socket().update(status({ progress: 30 })));
        expect(shown()).toBe('30');
        api.on(DELETE, answer({ status: 'cancelled' }));
        await press();
        expect(isCancelled()).toBe(true);
      },
    );

    it.each([
      [410, 'Expired'],
      [404, 'Processing FailedNot known.'],
    ])('about an unknown task, based on the status of its file: %d', async (fileStatus, text) => {
      await open();
      api
        .on(DELETE, { status: 404, body: { error: 'Not known.', code: 'TASK_UNKNOWN' } })
        .on(FILE, { status: fileStatus });
      await press();
      expect(screen.getByRole('alert')).toHaveTextContent(text);
    });
  });

  it.each<[string, FakeReply | (() => Promise<FakeReply>), string]>([
    [
      'offline',
      () => Promise.reject(new TypeError('Failed to fetch')),
      "we couldn't reach the server. Check your connection",
    ],
    ['rate limiting', { status: 429 }, 'the server is very busy'],
    ['a server that is down', { status: 503 }, 'the server is very busy'],
    ['a broken server', { status: 500 }, 'something went wrong on our side'],
    [
      'a reply that cannot be read',
      { body: { message: 'ok' } },
      'something went wrong on our side',
    ],
    ['a reply that is not JSON', {}, 'something went wrong on our side'],
  ])(
    'reports a failed cancel request, continues, and allows another attempt: %s',
    async (_, reply, why) => {
      await open();
      connect(40);
      api.on(DELETE, reply);
      await press();
      const alert = screen.getByRole('alert');
      expect(alert).toHaveTextContent(`Not cancelled: ${why}`);
      expect(alert.closest('[aria-busy=true]')).toBeNull();
      act(() => socket().update(status({ progress: 50 })));
      expect(shown()).toBe('50');
      api.on(DELETE, answer({ status: 'cancelled' }));
      await press();
      expect(api.count(DELETE)).toBe(2);
      expect(isCancelled()).toBe(true);
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );

  it('stops waiting when there is no reply', async () => {
    await open();
    api.on(DELETE, () => new Promise(() => undefined));
    await press();
    await passTime(CANCEL_PATIENCE_MS - 1);
    expect(screen.getByRole('button', { name: 'Cancelling...' })).toBeVisible();
    await passTime(1);
    expect(screen.getByRole('alert')).toHaveTextContent("we couldn't reach the server");
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  });

  it('stops waiting for an unanswered start, and does not send the cancel request later', async () => {
    const { reply, give } = held();
    api.on(START, reply).on(DELETE, answer({ status: 'cancelled' }));
    await open();
    await press();
    await passTime(CANCEL_PATIENCE_MS);
    expect(screen.getByRole('alert')).toHaveTextContent("we couldn't reach the server");
    await give({ body: { task_id: TASK, status: 'queued' } });
    await passTime(50);
    expect(api.count(DELETE)).toBe(0);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  });

  it('cancels after a slow start if Cancel is pressed again', async () => {
    const { reply, give } = held();
    api.on(START, reply).on(DELETE, answer({ status: 'cancelled' }));
    await open();
    await press();
    await passTime(CANCEL_PATIENCE_MS);
    await press();
    await give({ body: { task_id: TASK, status: 'queued' } });
    await passTime(50);
    expect(api.count(DELETE)).toBe(1);
    expect(isCancelled()).toBe(true);
  });

  it('sends one request for repeated presses', async () => {
    await open();
    const { reply, give } = held();
    api.on(DELETE, reply);
    const button = screen.getByRole('button', { name: 'Cancel' });
    act(() => {
      button.click();
      button.click();
    });
    await press('Cancelling...');
    await give(answer({ status: 'cancelled' }));
    // A second request, if there were one, would follow the first.
    await passTime(0);
    expect(api.count(DELETE)).toBe(1);
    expect(isCancelled()).toBe(true);
  });

  it('ignores a reply that arrives after the end', async () => {
    await open();
    connect(90);
    const { reply, give } = held();
    api.on(DELETE, reply);
    await press();
    act(() => socket().update(status({ status: 'complete', expires_in_seconds: 600 })));
    await give(answer({ status: 'cancelled' }));
    expect(screen.getByRole('link', { name: /^Download/ })).toBeVisible();
  });

  it('waits for the reply to a start, which would otherwise undo the cancel', async () => {
    const { reply, give } = held();
    api.on(START, reply).on(DELETE, answer({ status: 'cancelled' }));
    await open();
    await press();
    expect(api.count(DELETE)).toBe(0);
    await give({ body: { task_id: TASK, status: 'queued' } });
    await passTime(0);
    expect(api.count(DELETE)).toBe(1);
    expect(isCancelled()).toBe(true);
  });

  it('finishes before the next attempt begins', async () => {
    await open();
    connect(10);
    const { reply, give } = held();
    api.on(DELETE, reply);
    await press();
    act(() => socket().update(status({ status: 'cancelled' })));
    await press('Try again');
    expect(api.count(START)).toBe(1);
    await give(answer({ status: 'cancelled' }));
    await passTime(50);
    expect(api.count(START)).toBe(2);
    expect(isCancelled()).toBe(false);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  });

  describe('has a start guard that', () => {
    it.each<[string, () => Promise<void>]>([
      [
        'a cancelled merge',
        async () => {
          api.on(DELETE, answer({ status: 'cancelled' }));
          await press();
        },
      ],
      [
        'an error by socket',
        async () => {
          connect(5);
          act(() => socket().update(status({ status: 'error', message: 'It broke.' })));
          await passTime(0);
        },
      ],
      [
        'an error by polling',
        async () => {
          api.on(`GET /api/download/status/${TASK}`, answer({ status: 'error' }));
          await passTime(3000);
          await passTime(1000);
        },
      ],
      ['an end that this page did not see', () => Promise.resolve()],
    ])('allows the same format to start on another visit after %s', async (_, end) => {
      const first = await open();
      expect(api.count(START)).toBe(1);
      await end();
      first.unmount();
      await open();
      expect(api.count(START)).toBe(2);
      expect(screen.getByRole('progressbar')).toBeVisible();
    });

    it('delays an immediate second visit until the cancel request is answered', async () => {
      const { reply, give } = held();
      api.on(DELETE, reply);
      const first = await open();
      await press();
      first.unmount();
      await open();
      expect(api.count(START)).toBe(1);
      await give(answer({ status: 'cancelled' }));
      await passTime(50);
      expect(api.count(START)).toBe(2);
    });

    it('allows a damaged source to start on another visit', async () => {
      const first = await open();
      connect(5);
      act(() => socket().update(status({ status: 'error', error_code: 'SOURCE_DAMAGED' })));
      await press('Download it anyway');
      expect(api.calls.at(-1)?.url).toContain('anyway=1');
      first.unmount();
      await open();
      expect(api.count(START)).toBe(3);
    });
  });
});
