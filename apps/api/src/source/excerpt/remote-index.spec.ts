import { readdir } from 'node:fs/promises';
import { Fetching } from '../testing/fetching.js';
import { ManualClock } from '../testing/manual-clock.js';
import { bytesOf, type ReceivedRequest, TestSource } from '../testing/test-source.js';
import { waitUntil } from '../../infra/testing/wait-until.js';
import { ExcerptUnavailable } from './byte-plan.js';
import { OneFile } from './one-file.js';
import { RemoteIndex } from './remote-index.js';

const MB = 1024 * 1024;
const BODY = bytesOf(8 * MB);
const NEEDED = { start: 0, end: 6 * MB };
/** The request for the first bytes ends here. */
const HEAD_END = 64 * 1024;
/** The first request for the media ends here. The next one, for twice as much, is made ahead. */
const AHEAD = HEAD_END + MB;

describe('RemoteIndex reads ahead', () => {
  let source: TestSource;
  let fetching: Fetching;

  beforeEach(async () => {
    [source, fetching] = await Promise.all([
      TestSource.open(BODY),
      Fetching.start({ clock: new ManualClock() }),
    ]);
  });
  afterEach(async () => {
    await fetching.end();
    await source.close();
  });

  /** Reads the start of the media, and then does what `use` does. */
  function readMedia<T>(use: (index: RemoteIndex) => Promise<T>): Promise<T> {
    const context = fetching.context();
    const remote = { url: source.url, headers: {} };
    const target = { path: fetching.path(), context };
    return RemoteIndex.with(remote, new OneFile(context.client), target, async (index) => {
      index.beginMedia();
      index.needs(NEEDED);
      const first = await index.read(0, HEAD_END + 1000);
      expect(first.equals(BODY.subarray(0, HEAD_END + 1000))).toBe(true);
      return use(index);
    });
  }
  const isAhead = ({ range }: ReceivedRequest): boolean => range?.start === AHEAD;
  /** Answers requests, but sends what is requested ahead a few bytes at a time, without an end. */
  function trickle(): void {
    source.answer = (asked) => {
      if (!isAhead(asked)) {
        source.serve(asked);
        return;
      }
      source.head(asked);
      const timer = setInterval(() => asked.response.write('some'), 500);
      asked.response.once('close', () => clearInterval(timer));
    };
  }
  const aheadAsked = async (): Promise<ReceivedRequest> => {
    await waitUntil(() => source.asked.some(isAhead), 'the request ahead');
    return source.asked.find(isAhead) as ReceivedRequest;
  };
  /** Waits for a response to be cut off, and expects that nothing of it is left. */
  async function expectEnded({ response }: ReceivedRequest): Promise<void> {
    await waitUntil(() => response.destroyed, 'the end of the request');
    expect(response.writableFinished).toBe(false);
    expect(await readdir(fetching.folder)).toEqual([]);
    expect(fetching.arrived).toBe(0);
  }

  it('while the bytes before are used, and asks for them once', async () => {
    const rest = await readMedia(async (index) => {
      await aheadAsked();
      return index.read(HEAD_END + 1000, 2 * MB);
    });
    expect(rest.equals(BODY.subarray(HEAD_END + 1000, HEAD_END + 1000 + 2 * MB))).toBe(true);
    expect(source.ranges.slice(0, 3)).toEqual([
      `bytes=0-${HEAD_END - 1}`,
      `bytes=${HEAD_END}-${AHEAD - 1}`,
      `bytes=${AHEAD}-${AHEAD + 2 * MB - 1}`,
    ]);
    // The last one may be a request ahead, too.
    expect(source.asked.slice(3).filter(({ range }) => range?.start !== AHEAD + 2 * MB)).toEqual(
      [],
    );
  });

  it('and ends that request when it is aborted', async () => {
    trickle();
    const reason = new Error('cancelled');
    const reading = readMedia(async (index) => {
      await aheadAsked();
      const read = index.read(AHEAD, 100);
      fetching.abort.abort(reason);
      return read;
    });
    await expect(reading).rejects.toBe(reason);
    await expectEnded(await aheadAsked());
  });

  it('and ends that request when nobody needs it', async () => {
    trickle();
    await readMedia(aheadAsked);
    await expectEnded(await aheadAsked());
  });

  it('and asks again if that request failed', async () => {
    let failures = 0;
    source.answer = (asked) => {
      if (isAhead(asked) && failures === 0) {
        failures += 1;
        source.serve(asked, { etag: '"2"' });
      } else {
        source.serve(asked);
      }
    };
    const read = await readMedia(async (index) => {
      await aheadAsked();
      return index.read(AHEAD, 100);
    });
    expect(read.equals(BODY.subarray(AHEAD, AHEAD + 100))).toBe(true);
    expect([failures, source.asked.filter(isAhead).length]).toEqual([1, 2]);
  });

  it('and reports a file that has changed to the read that needs it', async () => {
    source.answer = (asked) => source.serve(asked, isAhead(asked) ? { etag: '"2"' } : {});
    const reading = readMedia((index) => index.read(AHEAD, 100));
    await expect(reading).rejects.toThrow(ExcerptUnavailable);
  });
});
