import { LEAST_FOR_REPLIES_SECONDS, Shutdown } from './shutdown.js';

type Handlers = Partial<Record<string, () => void>>;

/** Sets up a shutdown that receives signals through a handler and does not end the process. */
function setUp(drainSeconds: number, close: () => Promise<void> = () => Promise.resolve()) {
  const handlers: Handlers = {};
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  jest.spyOn(process, 'kill').mockReturnValue(true);
  jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  jest.spyOn(process, 'removeAllListeners').mockReturnValue(process);
  jest.spyOn(process, 'on').mockImplementation((name, handler) => {
    handlers[String(name)] = handler as () => void;
    return process;
  });
  const happened: string[] = [];
  const shutdown = new Shutdown();
  shutdown.onBegin(() => happened.push('begun'));
  shutdown.listen({
    graceSeconds: 20,
    drainSeconds,
    close: () => {
      happened.push('closed');
      return close();
    },
    killChildren: () => happened.push('killed'),
  });
  return { shutdown, handlers, happened };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('starts no new work after SIGTERM, but closes only after the drain', async () => {
  const { shutdown, handlers, happened } = setUp(30);
  handlers['SIGTERM']?.();
  expect([shutdown.hasBegun, happened]).toEqual([true, ['begun']]);
  await jest.advanceTimersByTimeAsync(29_999);
  expect(happened).toEqual(['begun']);
  await jest.advanceTimersByTimeAsync(1);
  // The drain is longer than the grace period, but is not cut short.
  expect(happened).toEqual(['begun', 'closed']);
});

it.each(['SIGINT', 'SIGHUP'])(
  'closes immediately after %s, because somebody is waiting',
  async (name) => {
    const { handlers, happened } = setUp(30);
    handlers[name]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(happened).toEqual(['begun', 'closed']);
  },
);

it('exits immediately on a second signal during the drain', async () => {
  const { handlers, happened } = setUp(30);
  handlers['SIGTERM']?.();
  await jest.advanceTimersByTimeAsync(1000);
  handlers['SIGTERM']?.();
  expect(happened).toEqual(['begun', 'killed']);
});

it('exits if closing hangs, but only after open replies have had time to finish', async () => {
  const { handlers, happened } = setUp(30, () => new Promise(() => undefined));
  handlers['SIGTERM']?.();
  await jest.advanceTimersByTimeAsync((30 + LEAST_FOR_REPLIES_SECONDS + 3) * 1000);
  expect(happened).not.toContain('killed');
  await jest.runAllTimersAsync();
  expect(happened).toContain('killed');
});
