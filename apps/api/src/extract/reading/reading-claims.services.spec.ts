import { randomUUID } from 'node:crypto';
import { DomainError } from '../../infra/errors/domain-error.js';
import { type Visitor, VisitorLeft } from '../../infra/limits/visitor.js';
import { connectRedis, type Redis } from '../../infra/redis/redis.js';
import { FreezableRedis } from '../../infra/testing/freezable-redis.js';
import { beforeAllPatientRedis } from '../../infra/testing/patient-redis.js';
import { waitUntil } from '../../infra/testing/wait-until.js';
import type { Extraction } from '../extraction/extraction.entity.js';
import type { PageLink } from '../links/page-link.service.js';
import { urlHash } from '../media-url.js';
import type { SourceInfo } from '../source-info.js';
import { me, Rows, setUp } from '../testing/extract-world.js';
import { sourceFormat, sourceInfo } from '../testing/recorded-page.js';
import { CLAIM_TIMES, ReadingClaims } from './reading-claims.js';

beforeAllPatientRedis();

const REDIS_URL = process.env['DIPPER_TEST_REDIS_URL'] ?? '';
/** Claims that last longer than any test. */
const TIMES = { ...CLAIM_TIMES, ttlMs: 3_600_000, longestMs: 3_600_000, lookEveryMs: 20 };

let redis: Redis;
let kept: readonly [ReadingClaims, ReadingClaims];

const keyOf = (key: string): string => `dipper:shared:reading:${key}`;
const exists = async (key: string): Promise<boolean> => (await redis.exists(key)) === 1;

async function connect(times = TIMES, url = REDIS_URL): Promise<ReadingClaims> {
  const claims = new ReadingClaims(url, times);
  await untilShared(claims);
  return claims;
}

async function untilShared(claims: ReadingClaims): Promise<void> {
  const key = randomUUID();
  await waitUntil(async () => {
    const claim = claims.open(key);
    await claim.take();
    const { isClaimed } = claim;
    await claim.end({ error: null });
    return isClaimed;
  }, 'Redis');
}

beforeAll(async () => {
  redis = connectRedis(REDIS_URL, 'test', () => undefined);
  kept = await Promise.all([connect(), connect()]);
});
afterAll(() => {
  kept.forEach((claims) => claims.onApplicationShutdown());
  redis.disconnect();
});

describe('processes that receive requests for one link', () => {
  let rows: Rows;
  let link: PageLink;
  let claimKey: string;

  beforeEach(() => {
    rows = new Rows();
    link = { url: `https://site.example/${randomUUID()}`, platform: null };
    claimKey = keyOf(urlHash(link.url));
  });

  /** A process whose page reads end when the test releases them. */
  class Process {
    private readonly world = setUp({}, this.claims, rows);
    /** If false, the process fails as soon as it reads a page. */
    mayRead = true;
    private settle: { ok: (info: SourceInfo) => void; fail: (error: unknown) => void } | null =
      null;

    constructor(private readonly claims: ReadingClaims) {
      this.world.pages.answer = () =>
        new Promise((ok, fail) => {
          this.settle = { ok, fail };
          if (!this.mayRead) {
            fail(new Error('the page was read a second time'));
          }
          this.world.pages.signal?.addEventListener('abort', () => fail(new Error('aborted')));
        });
    }

    get reads(): number {
      return this.world.pages.asked.length;
    }

    ask(visitor: Visitor = me): Promise<Extraction> {
      const asked = this.world.service.read(link, visitor);
      asked.catch(() => undefined);
      return asked;
    }

    untilItReads(): Promise<void> {
      return waitUntil(() => this.settle !== null, 'a reading');
    }

    finish(url = 'https://cdn.example/a.mp4'): void {
      this.settle?.ok(sourceInfo([sourceFormat({ url })]));
    }

    fail(error: unknown): void {
      this.settle?.fail(error);
    }

    stop(): void {
      this.world.service.onModuleDestroy();
    }
  }

  async function readerAndOther(claims = kept) {
    const [reader, other] = [new Process(claims[0]), new Process(claims[1])];
    const first = reader.ask();
    await reader.untilItReads();
    const second = other.ask();
    await waitUntil(() => exists(`${claimKey}:wanted`), 'another that waits');
    return { reader, other, first, second };
  }

  it.each([
    ['', 'https://cdn.example/a.mp4'],
    [', including one that is no longer fresh', 'https://cdn.example/?expire=1600000000'],
  ])('read it once and return the same result%s', async (_, url) => {
    const { reader, other, first, second } = await readerAndOther();
    other.mayRead = false;
    reader.finish(url);
    expect((await second).id).toBe((await first).id);
    expect([reader.reads, other.reads, rows.rows.length]).toEqual([1, 0, 1]);
  });

  it('use the result if another process has read it since they queried the database', async () => {
    const [reader, other] = kept.map((claims) => new Process(claims)) as [Process, Process];
    const first = reader.ask();
    await reader.untilItReads();
    other.mayRead = false;
    jest.spyOn(rows, 'findFresh').mockImplementationOnce(async () => {
      reader.finish();
      await first;
      await waitUntil(async () => !(await exists(claimKey)), 'the end of the claim');
      return null;
    });
    expect((await other.ask()).id).toBe((await first).id);
    expect(other.reads).toBe(0);
  });

  it('fail with the error of the process that reads it, and read it again for the next request', async () => {
    const { reader, other, first, second } = await readerAndOther();
    other.mayRead = false;
    reader.fail(new DomainError('MEDIA_TOO_LONG', { values: { hours: 7 }, retryAfterSeconds: 77 }));
    const error = await first.catch((thrown: unknown) => thrown as DomainError);
    const { code, message, values, retryAfterSeconds } = error as DomainError;
    expect([code, values, retryAfterSeconds]).toEqual(['MEDIA_TOO_LONG', { hours: 7 }, 77]);
    await expect(second).rejects.toMatchObject({ code, message, values, retryAfterSeconds });
    expect(other.reads).toBe(0);
    other.mayRead = true;
    const again = other.ask();
    await other.untilItReads();
    other.finish();
    await expect(again).resolves.toMatchObject({ pageUrl: link.url });
  });

  it.each<[string, (reader: Process) => void]>([
    ['is shut down', (reader) => reader.stop()],
    ['lacks a program', (reader) => reader.fail(new DomainError('EXTRACTOR_MISSING'))],
    ['has a bug', (reader) => reader.fail(new TypeError('of undefined'))],
  ])('read it themselves if the process that reads it %s', async (_, end) => {
    const { reader, other, first, second } = await readerAndOther();
    end(reader);
    await expect(first).rejects.toThrow();
    await other.untilItReads();
    other.finish();
    await expect(second).resolves.toMatchObject({ pageUrl: link.url });
  });

  it('read it themselves if the process that reads it was killed and its claim has expired', async () => {
    const killed = await connect();
    const { other, second } = await readerAndOther([killed, kept[1]]);
    // A killed process no longer sends anything.
    killed.onApplicationShutdown();
    const left = await redis.pttl(claimKey);
    expect([left > 0, left <= TIMES.ttlMs]).toEqual([true, true]);
    expect(other.reads).toBe(0);
    await redis.pexpire(claimKey, 1);
    await other.untilItReads();
    other.finish();
    await expect(second).resolves.toMatchObject({ pageUrl: link.url });
  });

  it('read it themselves if they have waited longer than a read may take', async () => {
    const impatient = await connect({ ...TIMES, longestMs: 100 });
    const [reader, other] = [new Process(kept[0]), new Process(impatient)];
    void reader.ask();
    await reader.untilItReads();
    void other.ask();
    await other.untilItReads();
    expect(await exists(claimKey)).toBe(true);
    impatient.onApplicationShutdown();
  });

  it('read it themselves while Redis is frozen, and share reads afterwards', async () => {
    const way = await FreezableRedis.to(REDIS_URL);
    const all = await Promise.all([connect(TIMES, way.url), connect(TIMES, way.url)]);
    const { reader, other, first, second } = await readerAndOther([all[0], all[1]]);
    way.freeze();
    await other.untilItReads();
    other.finish();
    reader.finish();
    await expect(Promise.all([first, second])).resolves.toHaveLength(2);
    way.thaw();
    await Promise.all(all.map(untilShared));
    all.forEach((claims) => claims.onApplicationShutdown());
    await way.close();
  });

  it('read it themselves without Redis', async () => {
    const claims = new ReadingClaims('redis://127.0.0.1:1');
    const alone = new Process(claims);
    const asked = alone.ask();
    await alone.untilItReads();
    alone.finish();
    await expect(asked).resolves.toMatchObject({ pageUrl: link.url });
    claims.onApplicationShutdown();
  });

  it('do not wait for a visitor who has left', async () => {
    const { reader, other, first } = await readerAndOther();
    const leaving = new AbortController();
    const gone = new Process(kept[1]);
    const asked = gone.ask({ key: 'me', gone: leaving.signal });
    leaving.abort(new VisitorLeft());
    await expect(asked).rejects.toThrow(VisitorLeft);
    reader.finish();
    await first;
    expect([gone.reads, other.reads]).toEqual([0, 0]);
  });
});

describe('ReadingClaim', () => {
  it('is renewed while it is held, even after it has expired', async () => {
    const claims = await connect({ ...TIMES, ttlMs: 1000 });
    const key = randomUUID();
    const held = claims.open(key);
    expect(await held.take()).toBe(true);
    await redis.pexpire(keyOf(key), 60_000);
    await waitUntil(async () => (await redis.pttl(keyOf(key))) <= 1000, 'a renewal');
    await redis.del(keyOf(key));
    await waitUntil(() => exists(keyOf(key)), 'a new claim');
    await held.end({ id: 1 });
    expect(await exists(keyOf(key))).toBe(false);
    claims.onApplicationShutdown();
  });

  it('reports whether other processes wait, and passes the outcome on to them', async () => {
    const claims = await connect({ ...TIMES, ttlMs: 1000 });
    const key = randomUUID();
    const [mine, other] = [claims.open(key), kept[0].open(key)];
    expect([await mine.take(), mine.isWanted(), await other.take()]).toEqual([true, false, false]);
    const outcome = other.outcome(new AbortController().signal);
    await waitUntil(() => mine.isWanted(), 'one that waits');
    await mine.end({ id: 7 });
    expect(await outcome).toBe(7);
    claims.onApplicationShutdown();
  });

  it('does not release a link that another process has claimed in the meantime', async () => {
    const key = randomUUID();
    const held = kept[0].open(key);
    await held.take();
    await redis.set(keyOf(key), 'another', 'PX', 60_000);
    await held.end({ id: 7 });
    expect(await redis.get(keyOf(key))).toBe('another');
  });
});
