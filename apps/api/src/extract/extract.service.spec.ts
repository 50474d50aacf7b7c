import type { Env } from '../infra/env/env.module.js';
import { DomainError } from '../infra/http/domain-error.js';
import { MAX_STORED_LENGTH } from './extraction/extraction-size.js';
import type { Extraction } from './extraction/extraction.entity.js';
import type { ExtractionRepository } from './extraction/extraction.repository.js';
import { ExtractService } from './extract.service.js';
import { urlHash } from './media-url.js';
import { picture, sound, sourceFormat, sourceInfo } from './testing/recorded-page.js';
import type { Extractor, Found } from './extractor.port.js';
import type { ExtractorRegistry } from './extractor-registry.js';
import type { NewGrant } from './extraction/media-grants.js';
import type { PageLink } from './page-link.service.js';
import type { SourceInfo } from './source-info.js';

const link = { url: 'https://site.example/watch/1', platform: null };

/** Rows in memory, as the database would answer. */
class Rows implements Pick<ExtractionRepository, 'add' | 'findFresh'> {
  readonly rows: Extraction[] = [];
  grants: readonly NewGrant[] = [];

  add(row: Omit<Extraction, 'id'>, grants: readonly NewGrant[]): Promise<Extraction> {
    this.grants = grants;
    const added = { ...row, id: this.rows.length + 1 };
    this.rows.push(added);
    return Promise.resolve(added);
  }

  findFresh(urlKey: string, now: Date): Promise<Extraction | null> {
    const fresh = this.rows.filter((row) => row.urlKey === urlKey && row.freshUntil > now);
    return Promise.resolve(fresh.at(-1) ?? null);
  }
}

/** Reads pages when it is told to. */
class Pages implements Extractor {
  readonly name = 'pages';
  readonly asked: string[] = [];
  signal: AbortSignal | null = null;
  answer: () => Promise<SourceInfo> = () =>
    Promise.resolve(
      sourceInfo([sourceFormat({ url: `https://cdn.example/${this.asked.length}.mp4` })]),
    );

  canHandle(): boolean {
    return true;
  }

  async extract({ url }: PageLink, signal: AbortSignal): Promise<Found> {
    this.asked.push(url);
    this.signal = signal;
    return { kind: 'item', item: await this.answer() };
  }
}

function setUp(env: Partial<Env> = {}): { service: ExtractService; rows: Rows; pages: Pages } {
  const [rows, pages] = [new Rows(), new Pages()];
  const service = new ExtractService(
    { EXTRACT_CONCURRENCY: 2, MAX_DURATION_SECONDS: 3600, ...env } as Env,
    rows as unknown as ExtractionRepository,
    { for: () => pages } as unknown as ExtractorRegistry,
  );
  return { service, rows, pages };
}

describe('ExtractService', () => {
  afterEach(() => jest.useRealTimers());

  it('reads a link once for twenty who ask at once, and for the next', async () => {
    const { service, rows, pages } = setUp();
    const all = await Promise.all(Array.from({ length: 20 }, () => service.read(link)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect((await service.read(link)).id).toBe(all[0]?.id);
    expect([pages.asked.length, rows.rows.length]).toEqual([1, 1]);
  });

  it('reads it anew when 60 s have passed', async () => {
    jest.useFakeTimers({
      now: 1_795_230_000_000,
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'],
    });
    const { service, pages } = setUp();
    await service.read(link);
    jest.setSystemTime(1_795_230_000_000 + 59_999);
    await service.read(link);
    expect(pages.asked).toHaveLength(1);
    jest.setSystemTime(1_795_230_000_000 + 60_000);
    await service.read(link);
    expect(pages.asked).toHaveLength(2);
  });

  it('does not remember what has ended already', async () => {
    const { service, pages } = setUp();
    pages.answer = () =>
      Promise.resolve(
        sourceInfo([sourceFormat({ url: 'https://cdn.example/?expire=1600000000' })]),
      );
    await service.read(link);
    await service.read(link);
    expect(pages.asked).toHaveLength(2);
  });

  it('takes what another process has read', async () => {
    const [one, two] = [setUp(), setUp()];
    one.rows.rows.push(await two.service.read(link));
    expect((await one.service.read(link)).id).toBe(1);
    expect(one.pages.asked).toEqual([]);
  });

  it('tells a failure to all who wait, and tries again for the next', async () => {
    const { service, pages } = setUp();
    const answer = pages.answer;
    pages.answer = () => Promise.reject(new DomainError('SOURCE_TIMEOUT'));
    const [one, two] = await Promise.allSettled([service.read(link), service.read(link)]);
    expect([one.status, two.status, pages.asked.length]).toEqual(['rejected', 'rejected', 1]);
    pages.answer = answer;
    await expect(service.read(link)).resolves.toMatchObject({ pageUrl: link.url });
  });

  it('reads again whatever is remembered or under way, and answers with that from then on', async () => {
    const { service, pages } = setUp();
    const first = await service.read(link);
    const [again, second] = await Promise.all([service.readAgain(link), service.readAgain(link)]);
    expect(pages.asked).toHaveLength(2);
    expect([again, second].map(({ extraction }) => extraction.id)).toEqual([
      first.id + 1,
      first.id + 1,
    ]);
    expect((await service.read(link)).id).toBe(again.extraction.id);
  });

  it('gives all that a page holds when it reads it again, also what no row is made of', async () => {
    const { service, pages } = setUp();
    pages.answer = () =>
      Promise.resolve(sourceInfo([sourceFormat({ id: 'one' }), sourceFormat({ id: 'mirror' })]));
    const { extraction, formats } = await service.readAgain(link);
    expect(formats.map(({ id }) => id)).toEqual(['one', 'mirror']);
    expect(extraction.source.offers).toHaveLength(1);
  });

  /** A page whose stored form has about so many characters. */
  const pageOf = (length: number): SourceInfo => ({
    ...sourceInfo([sourceFormat()]),
    description: 'x'.repeat(length),
  });

  it('keeps and remembers nothing of a page that says more than can be kept', async () => {
    const { service, pages, rows } = setUp();
    pages.answer = () => Promise.resolve(pageOf(MAX_STORED_LENGTH));
    await expect(service.read(link)).rejects.toMatchObject({ code: 'EXTRACT_FAILED' });
    pages.answer = () => Promise.resolve(pageOf(MAX_STORED_LENGTH - 5000));
    await expect(service.read(link)).resolves.toMatchObject({ id: 1 });
    expect(rows.rows).toHaveLength(1);
  });

  it('remembers as many large pages as memory is meant for, the last ones', async () => {
    const { service, pages, rows } = setUp();
    pages.answer = () => Promise.resolve(pageOf(MAX_STORED_LENGTH - 5000));
    const links = Array.from({ length: 5 }, (_, at) => ({
      url: `https://site.example/${at}`,
      platform: null,
    }));
    for (const each of links) {
      await service.read(each);
    }
    // The database would have answered, too: only what is in memory shows.
    rows.rows.length = 0;
    for (const each of links.slice(1).reverse()) {
      await service.read(each);
    }
    expect(pages.asked).toHaveLength(5);
    await service.read(links[0] ?? link);
    expect(pages.asked).toHaveLength(6);
  });

  it('does not let a renewal join a reading that may answer from the database', async () => {
    const { service, rows, pages } = setUp();
    const stale = await service.read(link);
    const fresh = setUp();
    fresh.rows.rows.push(...rows.rows);
    const [read, again] = await Promise.all([
      fresh.service.read(link),
      fresh.service.readAgain(link),
    ]);
    expect(read.id).toBe(stale.id);
    expect(again.extraction.id).not.toBe(stale.id);
    expect([pages.asked.length, fresh.pages.asked.length]).toEqual([1, 1]);
  });

  it('runs as many at once as it may, lets 25 wait for each, and sends the rest away', async () => {
    const { service, pages } = setUp();
    const release: (() => void)[] = [];
    pages.answer = () =>
      new Promise((resolve) => release.push(() => resolve(sourceInfo([sourceFormat()]))));
    const asked = Array.from({ length: 53 }, (_, at) =>
      service.read({ url: `https://site.example/${at}`, platform: null }).then(
        () => 'read',
        (error: unknown) => (error as DomainError).code,
      ),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(pages.asked).toHaveLength(2);
    await expect(asked[52]).resolves.toBe('BUSY');
    while (release.length > 0) {
      release.splice(0).forEach((done) => done());
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await Promise.all(asked)).filter((answer) => answer === 'read')).toHaveLength(52);
  });

  it.each([
    [3600, null],
    [3601, 'MEDIA_TOO_LONG'],
    [null, null],
  ])('of %s seconds: %s', async (durationSeconds, code) => {
    const { service, pages, rows } = setUp();
    pages.answer = () => Promise.resolve({ ...sourceInfo([sourceFormat()]), durationSeconds });
    const read = service.read(link);
    await (code === null
      ? read
      : expect(read).rejects.toMatchObject({
          code,
          message: expect.stringContaining('1 hours') as string,
        }));
    expect(rows.rows).toHaveLength(code === null ? 1 : 0);
  });

  it('grants the plain files and the picture, nothing else', async () => {
    const { service, pages, rows } = setUp();
    const formats = [
      sourceFormat({ id: 'd', url: 'https://cdn.example/d' }),
      picture({ id: 'v', width: 1920, height: 1080, url: 'https://cdn.example/v' }),
      sound({ url: 'https://cdn.example/a' }),
      sourceFormat({
        id: 'h',
        protocol: 'hls',
        width: 640,
        height: 360,
        url: 'https://cdn.example/h',
      }),
    ];
    pages.answer = () =>
      Promise.resolve({ ...sourceInfo(formats), thumbnailUrl: 'https://cdn.example/i.jpg' });
    await service.read(link);
    const granted = rows.grants.map(({ kind, urlHash: hash }) => `${kind} ${hash}`);
    expect(granted.sort()).toEqual(
      [
        `media ${urlHash('https://cdn.example/d')}`,
        `media ${urlHash('https://cdn.example/a')}`,
        `image ${urlHash('https://cdn.example/i.jpg')}`,
      ].sort(),
    );
  });

  it('refuses a page that is a list of others', async () => {
    const { service, pages } = setUp();
    pages.extract = () => Promise.resolve({ kind: 'list', title: 'A list', entries: [] });
    await expect(service.read(link)).rejects.toMatchObject({ code: 'UNSUPPORTED_SITE' });
  });

  it('ends what runs and what waits when the process ends', async () => {
    const { service, pages } = setUp({ EXTRACT_CONCURRENCY: 1 });
    pages.answer = () =>
      new Promise((_, reject) =>
        pages.signal?.addEventListener('abort', () => reject(new DomainError('UNAVAILABLE'))),
      );
    const asked = ['a', 'b', 'c'].map((name) =>
      service.read({ url: `https://site.example/${name}`, platform: null }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    service.onModuleDestroy();
    const ends = await Promise.allSettled(asked);
    expect(
      ends.map((end) => end.status === 'rejected' && (end.reason as DomainError).code),
    ).toEqual(Array.from({ length: 3 }, () => 'UNAVAILABLE'));
    expect(pages.asked).toHaveLength(1);
  });
});
