import { DomainError } from '../infra/errors/domain-error.js';
import { VisitorLeft } from '../infra/limits/visitor.js';
import { MAX_STORED_LENGTH } from './extraction/extraction-size.js';
import { urlHash } from './media-url.js';
import type { SourceInfo } from './source-info.js';
import { ReadingClaims } from './reading/reading-claims.js';
import { ask, link, me, setUp, settle, slowPages } from './testing/extract-world.js';
import { picture, sound, sourceFormat, sourceInfo } from './testing/recorded-page.js';

describe('ExtractService', () => {
  afterEach(() => jest.useRealTimers());

  it('reads a link once for twenty concurrent requests and a later one', async () => {
    const { service, rows, pages } = setUp();
    const all = await Promise.all(Array.from({ length: 20 }, () => service.read(link, me)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect((await service.read(link, me)).id).toBe(all[0]?.id);
    expect([pages.asked.length, rows.rows.length]).toEqual([1, 1]);
  });

  it('reads a link again after 60 s', async () => {
    jest.useFakeTimers({
      now: 1_795_230_000_000,
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'],
    });
    const { service, pages } = setUp();
    await service.read(link, me);
    jest.setSystemTime(1_795_230_000_000 + 59_999);
    await service.read(link, me);
    expect(pages.asked).toHaveLength(1);
    jest.setSystemTime(1_795_230_000_000 + 60_000);
    await service.read(link, me);
    expect(pages.asked).toHaveLength(2);
  });

  it('does not cache an extraction that has already expired', async () => {
    const { service, pages } = setUp();
    pages.answer = () =>
      Promise.resolve(
        sourceInfo([sourceFormat({ url: 'https://cdn.example/?expire=1600000000' })]),
      );
    await service.read(link, me);
    await service.read(link, me);
    expect(pages.asked).toHaveLength(2);
  });

  it('reuses what another process has read', async () => {
    const [one, two] = [setUp(), setUp()];
    one.rows.rows.push(await two.service.read(link, me));
    expect((await one.service.read(link, me)).id).toBe(1);
    expect(one.pages.asked).toEqual([]);
  });

  it('reports a failure to everyone who is waiting, and tries again on the next request', async () => {
    const { service, pages } = setUp();
    const answer = pages.answer;
    pages.answer = () => Promise.reject(new DomainError('SOURCE_TIMEOUT'));
    const [one, two] = await Promise.allSettled([service.read(link, me), service.read(link, me)]);
    expect([one.status, two.status, pages.asked.length]).toEqual(['rejected', 'rejected', 1]);
    pages.answer = answer;
    await expect(service.read(link, me)).resolves.toMatchObject({ pageUrl: link.url });
  });

  it('reads a page that is cached or being read again on request, and then uses the new result', async () => {
    const { service, pages } = setUp();
    const first = await service.read(link, me);
    const [again, second] = await Promise.all([
      service.readAgain(link, me.gone),
      service.readAgain(link, me.gone),
    ]);
    expect(pages.asked).toHaveLength(2);
    expect([again, second].map(({ extraction }) => extraction.id)).toEqual([
      first.id + 1,
      first.id + 1,
    ]);
    expect((await service.read(link, me)).id).toBe(again.extraction.id);
  });

  it('returns all formats of a page that is read again, even those without a row', async () => {
    const { service, pages } = setUp();
    pages.answer = () =>
      Promise.resolve(sourceInfo([sourceFormat({ id: 'one' }), sourceFormat({ id: 'mirror' })]));
    const { extraction, formats } = await service.readAgain(link, me.gone);
    expect(formats.map(({ id }) => id)).toEqual(['one', 'mirror']);
    expect(extraction.source.offers).toHaveLength(1);
  });

  const pageOf = (length: number): SourceInfo => ({
    ...sourceInfo([sourceFormat()]),
    description: 'x'.repeat(length),
  });

  it('neither stores nor caches a page that exceeds the size limit', async () => {
    const { service, pages, rows } = setUp();
    pages.answer = () => Promise.resolve(pageOf(MAX_STORED_LENGTH));
    await expect(service.read(link, me)).rejects.toMatchObject({ code: 'EXTRACT_FAILED' });
    pages.answer = () => Promise.resolve(pageOf(MAX_STORED_LENGTH - 5000));
    await expect(service.read(link, me)).resolves.toMatchObject({ id: 1 });
    expect(rows.rows).toHaveLength(1);
  });

  it('caches the most recent large pages within its memory budget', async () => {
    const { service, pages, rows } = setUp();
    pages.answer = () => Promise.resolve(pageOf(MAX_STORED_LENGTH - 5000));
    const links = Array.from({ length: 5 }, (_, at) => ({
      url: `https://site.example/${at}`,
      platform: null,
    }));
    for (const each of links) {
      await service.read(each, me);
    }
    // The database is empty, so the page can only come from the cache.
    rows.rows.length = 0;
    for (const each of links.slice(1).reverse()) {
      await service.read(each, me);
    }
    expect(pages.asked).toHaveLength(5);
    await service.read(links[0] ?? link, me);
    expect(pages.asked).toHaveLength(6);
  });

  it('does not let a renewal share a read that may return a stored result', async () => {
    const { service, rows, pages } = setUp();
    const stale = await service.read(link, me);
    const fresh = setUp();
    fresh.rows.rows.push(...rows.rows);
    const [read, again] = await Promise.all([
      fresh.service.read(link, me),
      fresh.service.readAgain(link, me.gone),
    ]);
    expect(read.id).toBe(stale.id);
    expect(again.extraction.id).not.toBe(stale.id);
    expect([pages.asked.length, fresh.pages.asked.length]).toEqual([1, 1]);
  });

  it('runs as many reads as there are slots and queues the rest if there is no rate limit', async () => {
    const { service, pages } = setUp();
    const release = slowPages(pages);
    const asked = Array.from({ length: 53 }, (_, at) => ask(service, String(at), me));
    await settle();
    expect(pages.asked).toHaveLength(2);
    while (release.length > 0) {
      release.splice(0).forEach((done) => done());
      await settle();
    }
    expect((await Promise.all(asked)).filter((answer) => answer === 'read')).toHaveLength(53);
  });

  it('refuses a visitor who would wait too long, before it queries the database', async () => {
    const { service, pages, rows } = setUp({ RATE_LIMIT: 'on' });
    slowPages(pages);
    const asked = Array.from({ length: 53 }, (_, at) => ask(service, String(at), me));
    const find = jest.spyOn(rows, 'findFresh');
    const another = ask(service, 'another', me);
    await settle();
    // This visitor's pages may use one slot. In 20 s, there is time for six more pages of 3 s each.
    await expect(Promise.all(asked.slice(7))).resolves.toEqual(Array<string>(46).fill('BUSY'));
    await expect(another).resolves.toBe('BUSY');
    expect(find).not.toHaveBeenCalled();
    expect(pages.asked).toEqual(['https://site.example/0']);
    void ask(service, 'other', { ...me, key: 'somebody else' });
    await settle();
    expect(pages.asked.at(-1)).toBe('https://site.example/other');
    service.onModuleDestroy();
  });

  it('stops a running read 3 s after the last visitor has left, and a queued read immediately', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const { service, pages } = setUp({ EXTRACT_CONCURRENCY: 1 });
    slowPages(pages);
    const leaving = new AbortController();
    const visitor = { key: 'me', gone: leaving.signal };
    const asked = ['a', 'b', 'c'].map((name) => ask(service, name, visitor));
    const other = ask(service, 'c', me);
    await settle();
    leaving.abort(new VisitorLeft());
    await expect(Promise.all(asked)).resolves.toEqual(Array<string>(3).fill('VisitorLeft'));
    jest.advanceTimersByTime(2999);
    expect(pages.signal?.aborted).toBe(false);
    const first = pages.signal;
    jest.advanceTimersByTime(1);
    expect(first?.aborted).toBe(true);
    await settle();
    // Nobody is waiting for b anymore, so c is next.
    expect(pages.asked.map((url) => url.at(-1))).toEqual(['a', 'c']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(pages.signal?.aborted).toBe(false);
    service.onModuleDestroy();
    await expect(other).resolves.toBe('UNAVAILABLE');
  });

  it('continues for visitors who wait in other processes until none is left', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    let isWanted = true;
    const claims = new ReadingClaims(undefined);
    const open = claims.open.bind(claims);
    jest
      .spyOn(claims, 'open')
      .mockImplementation((key) => Object.assign(open(key), { isWanted: () => isWanted }));
    const { service, pages } = setUp({}, claims);
    slowPages(pages);
    const leaving = new AbortController();
    const asked = ask(service, 'a', { key: 'me', gone: leaving.signal });
    await settle();
    leaving.abort(new VisitorLeft());
    await expect(asked).resolves.toBe('VisitorLeft');
    await jest.advanceTimersByTimeAsync(30_000);
    expect(pages.signal?.aborted).toBe(false);
    isWanted = false;
    await jest.advanceTimersByTimeAsync(3000);
    expect(pages.signal?.aborted).toBe(true);
  });

  it('counts a page that is still being read against the visitor who abandoned it', async () => {
    const { service, pages } = setUp({ RATE_LIMIT: 'on' });
    slowPages(pages);
    const visits = Array.from({ length: 3 }, () => new AbortController());
    const asked = visits.map(({ signal }, at) =>
      ask(service, String(at), { key: 'me', gone: signal }),
    );
    await settle();
    visits[0]?.abort(new VisitorLeft());
    await settle();
    expect(pages.asked).toEqual(['https://site.example/0']);
    service.onModuleDestroy();
    await expect(Promise.all(asked)).resolves.toEqual([
      'VisitorLeft',
      'UNAVAILABLE',
      'UNAVAILABLE',
    ]);
  });

  it('continues if somebody requests the page again in time, and starts over for later requests', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const { service, pages } = setUp();
    const release = slowPages(pages);
    const visits = Array.from({ length: 3 }, () => new AbortController());
    const visit = async (at: number): Promise<void> => {
      void ask(service, 'a', { key: 'me', gone: visits[at]?.signal ?? me.gone });
      await settle();
    };
    await visit(0);
    visits[0]?.abort(new VisitorLeft());
    await jest.advanceTimersByTimeAsync(2999);
    await visit(1);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([pages.asked.length, pages.signal?.aborted]).toEqual([1, false]);
    visits[1]?.abort(new VisitorLeft());
    await jest.advanceTimersByTimeAsync(3000);
    const again = ask(service, 'a', me);
    await settle();
    expect(pages.asked).toHaveLength(2);
    release.at(-1)?.();
    await expect(again).resolves.toBe('read');
  });

  it.each([
    [3600, null],
    [3601, 'MEDIA_TOO_LONG'],
    [null, null],
  ])('for media of %s seconds, fails with %s', async (durationSeconds, code) => {
    const { service, pages, rows } = setUp();
    pages.answer = () => Promise.resolve({ ...sourceInfo([sourceFormat()]), durationSeconds });
    const read = service.read(link, me);
    await (code === null
      ? read
      : expect(read).rejects.toMatchObject({
          code,
          message: expect.stringContaining('than 1 hour,') as string,
        }));
    expect(rows.rows).toHaveLength(code === null ? 1 : 0);
  });

  it('issues grants for plain files and the picture, and for nothing else', async () => {
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
    await service.read(link, me);
    const granted = rows.grants.map(({ kind, urlHash: hash }) => `${kind} ${hash}`);
    expect(granted.sort()).toEqual(
      [
        `media ${urlHash('https://cdn.example/d')}`,
        `media ${urlHash('https://cdn.example/a')}`,
        `image ${urlHash('https://cdn.example/i.jpg')}`,
      ].sort(),
    );
  });

  it('stores a page that is a list, and reads its entries one by one', async () => {
    const { service, pages, rows } = setUp();
    const entry = { id: 'a', url: 'https://site.example/a', title: null, thumbnailUrl: null };
    pages.extract = () =>
      Promise.resolve({
        ...{ kind: 'list', title: 'A list', uploader: null, thumbnailUrl: null, total: 2 },
        entries: [{ ...entry, uploader: null, durationSeconds: null, kind: 'media' }],
      });
    const found = await service.read(link, me);
    expect(found.source).toMatchObject({ offers: [], list: { total: 2, entries: [{ id: '1' }] } });
    await expect(service.read(link, me)).resolves.toBe(found);
    const { signal } = new AbortController();
    await expect(service.readEntry(link, signal)).resolves.toBe(found);
    expect(rows.rows).toHaveLength(1);
  });

  it('stores a pasted list once', async () => {
    const { service, rows } = setUp();
    const entries = ['a', 'b'].map((url) => ({
      ...{ id: '', url, title: null, thumbnailUrl: null, uploader: null },
      ...{ durationSeconds: null, kind: 'media' as const },
    }));
    const kept = await service.keepPasted(entries);
    expect(kept).toMatchObject({
      pageUrl: '',
      source: { info: { title: '' }, list: { total: 2 } },
    });
    await expect(service.keepPasted(entries)).resolves.toBe(kept);
    await service.keepPasted(entries.slice(1));
    expect(rows.rows).toHaveLength(2);
  });

  it('stops reading an entry when the run that needs it ends', async () => {
    const { service, pages } = setUp();
    slowPages(pages);
    const run = new AbortController();
    const read = service.readEntry(link, run.signal);
    await settle();
    const reason = new Error('cancelled');
    run.abort(reason);
    await expect(read).rejects.toBe(reason);
  });

  it('stops running and queued reads on shutdown', async () => {
    const { service, pages } = setUp({ EXTRACT_CONCURRENCY: 1 });
    pages.answer = () =>
      new Promise((_, reject) =>
        pages.signal?.addEventListener('abort', () => reject(new DomainError('UNAVAILABLE'))),
      );
    const asked = ['a', 'b', 'c'].map((name) =>
      service.read({ url: `https://site.example/${name}`, platform: null }, me),
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
