import { ErrorTypes, Events } from 'hls.js';
import { playHls, RECOVERED_MS } from './hls.js';
import { RETRY_DELAYS_MS } from './retry-delays.js';

type Listener = (event: string, data: unknown) => void;

const mockPlayers: {
  readonly config: unknown;
  readonly on: Map<string, Listener>;
  readonly startLoad: jest.Mock;
  readonly recoverMediaError: jest.Mock;
  readonly destroy: jest.Mock;
}[] = [];
jest.mock('hls.js', () => {
  const { ErrorTypes, Events } = jest.requireActual<typeof import('hls.js')>('hls.js');
  return {
    __esModule: true,
    ErrorTypes,
    Events,
    default: class {
      static isSupported(): boolean {
        return true;
      }
      readonly listeners = new Map<string, Listener>();
      readonly startLoad = jest.fn();
      readonly recoverMediaError = jest.fn();
      readonly destroy = jest.fn();
      constructor(config: unknown) {
        mockPlayers.push({ ...this, config, on: this.listeners });
      }
      on(event: string, listener: Listener) {
        this.listeners.set(event, listener);
      }
      loadSource() {}
      attachMedia() {}
    },
  };
});

function play() {
  const failures: string[] = [];
  const stop = playHls(document.createElement('video'), 'https://a.example/m.m3u8', (cause) =>
    failures.push(cause),
  );
  const player = mockPlayers.at(-1) as (typeof mockPlayers)[number];
  const tell = (event: string, data: unknown = {}) => player.on.get(event)?.(event, data);
  const fail = (type: string, code?: number) =>
    tell(Events.ERROR, { fatal: true, type, ...(code !== undefined && { response: { code } }) });
  return { player, failures, stop, fail, loaded: () => tell(Events.FRAG_LOADED), tell };
}

describe('playHls', () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get');
  beforeEach(() => {
    jest.useFakeTimers();
    onLine.mockReturnValue(true);
  });
  afterEach(() => jest.useRealTimers());

  it('uses the settings from the specification', () => {
    expect(play().player.config).toMatchObject({
      backBufferLength: 90,
      lowLatencyMode: false,
      enableWorker: true,
    });
  });

  it.each([
    ['that sends no CORS headers', 0, 'refused'],
    ['that does not respond', undefined, 'refused'],
    ['that is gone', 404, 'network'],
  ])('gives up immediately on a source %s', (_, code, cause) => {
    const { failures, fail } = play();
    fail(ErrorTypes.NETWORK_ERROR, code);
    expect(failures).toEqual([cause]);
  });

  it('resumes after a dropped connection, and gives up after the last try', () => {
    const { player, failures, fail, loaded } = play();
    loaded();
    RETRY_DELAYS_MS.forEach((delayMs, index) => {
      fail(ErrorTypes.NETWORK_ERROR, 0);
      jest.advanceTimersByTime(delayMs - 1);
      expect(player.startLoad).toHaveBeenCalledTimes(index);
      jest.advanceTimersByTime(1);
      expect(player.startLoad).toHaveBeenCalledTimes(index + 1);
    });
    expect(failures).toEqual([]);
    fail(ErrorTypes.NETWORK_ERROR, 0);
    expect(failures).toEqual(['network']);
  });

  it('resets its retries when data arrives', () => {
    const { failures, fail, loaded } = play();
    for (let round = 0; round < 10; round += 1) {
      loaded();
      fail(ErrorTypes.NETWORK_ERROR, 0);
    }
    expect(failures).toEqual([]);
  });

  it('waits for the connection to return, however long it takes', () => {
    const { player, failures, fail, loaded } = play();
    loaded();
    onLine.mockReturnValue(false);
    fail(ErrorTypes.NETWORK_ERROR, 0);
    jest.advanceTimersByTime(3_600_000);
    expect([player.startLoad.mock.calls.length, failures.length]).toEqual([0, 0]);
    window.dispatchEvent(new Event('online'));
    expect(player.startLoad).toHaveBeenCalledTimes(1);
  });

  it('stops retrying when the player is closed', () => {
    const { player, stop, fail, loaded } = play();
    loaded();
    fail(ErrorTypes.NETWORK_ERROR, 0);
    stop();
    jest.advanceTimersByTime(60_000);
    expect(player.startLoad).not.toHaveBeenCalled();
    expect(player.destroy).toHaveBeenCalledTimes(1);
  });

  it('recovers from one fatal decoder error and ignores others', () => {
    const { player, failures, fail, tell } = play();
    tell(Events.ERROR, { fatal: false, type: ErrorTypes.MEDIA_ERROR });
    expect(player.recoverMediaError).not.toHaveBeenCalled();
    fail(ErrorTypes.MEDIA_ERROR);
    expect(player.recoverMediaError).toHaveBeenCalledTimes(1);
    fail(ErrorTypes.MEDIA_ERROR);
    expect(failures).toEqual(['unsupported']);
  });

  it('recovers from a later decoder error once the stream has worked for a while', () => {
    const { player, failures, fail, tell } = play();
    for (let error = 1; error <= 3; error += 1) {
      fail(ErrorTypes.MEDIA_ERROR);
      expect(player.recoverMediaError).toHaveBeenCalledTimes(error);
      jest.advanceTimersByTime(RECOVERED_MS + 1);
      tell(Events.FRAG_BUFFERED);
    }
    expect(failures).toEqual([]);
  });

  it.each([
    ['soon after the last one', RECOVERED_MS, true],
    ['if nothing has been buffered since', RECOVERED_MS * 2, false],
  ])('gives up on a decoder error %s', (_, afterMs, isBuffered) => {
    const { player, failures, fail, tell } = play();
    fail(ErrorTypes.MEDIA_ERROR);
    jest.advanceTimersByTime(afterMs);
    if (isBuffered) {
      tell(Events.FRAG_BUFFERED);
    }
    fail(ErrorTypes.MEDIA_ERROR);
    expect(player.recoverMediaError).toHaveBeenCalledTimes(1);
    expect(failures).toEqual(['unsupported']);
  });
});
