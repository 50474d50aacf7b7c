import type { DomainError } from '../infra/errors/domain-error.js';
import type { ReadingNote } from './extract.service.js';
import type { GrantedHint } from './hints/hints.service.js';
import { ask, link, me, setUp, settle, slowPages } from './testing/extract-world.js';

describe('ExtractService while visitors watch', () => {
  afterEach(() => jest.useRealTimers());

  it.each([
    ['20 s', 20_000, undefined],
    ['120 s with a visible place', 120_000, () => undefined],
  ])('refuses a visitor who has waited for %s', async (_, patience, watch) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const { service, pages } = setUp({ EXTRACT_CONCURRENCY: 1, RATE_LIMIT: 'on' });
    slowPages(pages);
    void ask(service, 'hangs', { ...me, key: 'other' });
    await settle();
    const page = { url: 'https://site.example/late', platform: null };
    let end = 'waits';
    service.read(page, me, watch).catch((error: DomainError) => {
      end = `${error.code} ${error.retryAfterSeconds}`;
    });
    await jest.advanceTimersByTimeAsync(patience - 1);
    expect(end).toBe('waits');
    await jest.advanceTimersByTimeAsync(1);
    expect(end).toBe(`BUSY ${patience / 1000}`);
    // The first visitor has a slot, so the time limit no longer applies.
    expect(pages.asked).toEqual(['https://site.example/hangs']);
    expect(pages.signal?.aborted).toBe(false);
    service.onModuleDestroy();
  });

  describe('visitors who wait for a page', () => {
    const nothing: GrantedHint = {
      ...{ title: null, thumbnailUrl: null, thumbnailGrant: null, uploader: null },
    };
    const HINT: GrantedHint = { ...nothing, title: 'Known' };
    const told = (notes: readonly ReadingNote[]): unknown[] =>
      notes.map((note) => (note.about === 'hint' ? note.hint : note.turn));

    it('are sent the hint, their place in line and their turn; those who join later get the current state first', async () => {
      const { service, pages, hints } = setUp({ EXTRACT_CONCURRENCY: 1, RATE_LIMIT: 'on' });
      const release = slowPages(pages);
      hints.answer = Promise.resolve(HINT);
      void ask(service, 'before', { ...me, key: 'other' });
      await settle();
      const [first, joined, late]: ReadingNote[][] = [[], [], []];
      const read = service.read(link, me, (note) => first?.push(note));
      await settle();
      expect(told(first ?? [])).toEqual([nothing, { place: 1, seconds: 3 }, HINT]);
      const also = service.read(link, { ...me }, (note) => joined?.push(note));
      expect(told(joined ?? [])).toEqual([HINT, { place: 1, seconds: 3 }]);
      release.shift()?.();
      await settle();
      expect(told(first ?? []).at(-1)).toBeNull();
      expect(told(joined ?? []).at(-1)).toBeNull();
      const last = service.read(link, { ...me }, (note) => late?.push(note));
      expect(told(late ?? [])).toEqual([HINT, null]);
      release.shift()?.();
      await expect(Promise.all([read, also, last])).resolves.toHaveLength(3);
      expect(hints.asked.map(({ aborted }) => aborted)).toEqual([true]);
    });

    it('get no hint after the list, and do not wait for a hint before the page is read', async () => {
      const { service, hints } = setUp();
      let know: (hint: GrantedHint) => void = () => undefined;
      hints.answer = new Promise((resolve) => (know = resolve));
      const notes: ReadingNote[] = [];
      await service.read(link, me, (note) => notes.push(note));
      expect(hints.asked[0]?.aborted).toBe(true);
      know(HINT);
      await settle();
      expect(told(notes)).toEqual([nothing, null]);
    });

    it('cause no request for a hint if none of them watches or the result is cached', async () => {
      const { service, rows, hints } = setUp();
      await service.read(link, me);
      await service.read(link, me, () => undefined);
      const another = setUp();
      another.rows.rows.push(...rows.rows);
      await another.service.read(link, me, () => undefined);
      expect([hints.asked, another.hints.asked]).toEqual([[], []]);
    });
  });

  it('returns facts that were learned about an extraction later, unless a newer extraction has replaced it', async () => {
    const { service } = setUp();
    const first = await service.read(link, me);
    service.replace({ ...first, pageUrl: 'patched' });
    expect((await service.read(link, me)).pageUrl).toBe('patched');
    await service.readAgain(link, me.gone);
    service.replace({ ...first, pageUrl: 'patched' });
    expect((await service.read(link, me)).pageUrl).toBe(link.url);
  });
});
