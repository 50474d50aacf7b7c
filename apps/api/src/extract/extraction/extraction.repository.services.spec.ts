import { offersOf } from '../formats/offers.js';
import { TestDatabase } from '../../infra/testing/test-database.js';
import { sourceFormat, sourceInfo } from '../testing/recorded-page.js';
import { Extraction } from './extraction.entity.js';
import { ExtractionRepository } from './extraction.repository.js';
import { MediaGrant } from './media-grant.entity.js';

/** The current time by this process's clock, which is years behind the database's clock. */
const NOW = new Date('2020-11-22T12:00:00Z');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

const HOUR_MS = 3_600_000;

describe('ExtractionRepository', () => {
  let database: TestDatabase;
  let rows: ExtractionRepository;

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], [
      Extraction,
      MediaGrant,
    ]);
    rows = new ExtractionRepository(
      database.source.getRepository(Extraction),
      database.source.getRepository(MediaGrant),
    );
  });
  afterAll(() => database.drop());

  const add = (
    urlKey: string,
    title: string,
    fresh: number,
    stands: number,
  ): Promise<Extraction> => {
    const info = { ...sourceInfo([sourceFormat()]), title };
    const source = { info, offers: offersOf(info) };
    const times = { freshUntil: at(fresh), expiresAt: at(stands) };
    return rows.add({ urlKey, pageUrl: info.pageUrl, source, ...times }, [], NOW);
  };

  it('returns the last result as a hint until it expires', async () => {
    await add('a', 'older', -120, 900);
    await add('a', 'last', -60, 900);
    await add('a', 'over', 0, -1);
    await add('b', 'another page', 60, 900);
    const hint = { title: 'last', thumbnailUrl: null, uploader: null };
    await expect(rows.findHint('a')).resolves.toEqual(hint);
    await expect(rows.findHint('c')).resolves.toBeNull();
  });

  it("finds the newest fresh result by the database's clock, and returns its times by the process's clock", async () => {
    await add('e', 'older', 60, 900);
    const newest = await add('e', 'newest', 60, 900);
    const stale = await add('e', 'stale', -1, 900);
    await add('f', 'over', -1, -1);
    const found = await rows.findFresh('e', NOW);
    expect(found?.id).toBe(newest.id);
    expect(found?.source).toEqual(newest.source);
    // Less than 60 s, because the statements took some of that time.
    const left = (found?.freshUntil.getTime() ?? 0) - NOW.getTime();
    expect([left > 0, left <= 60_000]).toEqual([true, true]);
    await expect(rows.findFresh('f', NOW)).resolves.toBeNull();
    await expect(rows.find(stale.id, NOW)).resolves.toMatchObject({ id: stale.id, urlKey: 'e' });
  });

  it('stores sizes that were learned later, for visitors and for merges', async () => {
    const added = await add('d', 'sized', 60, 900);
    const [offer] = added.source.offers;
    const offers = offer === undefined ? [] : [{ ...offer, main: { ...offer.main, sizeBytes: 5 } }];
    await rows.update({ id: added.id, source: { ...added.source, offers } });
    await expect(rows.find(added.id, NOW)).resolves.toMatchObject({ source: { offers } });
    await expect(rows.findOffer(added.id, 0)).resolves.toMatchObject({
      offer: { main: { sizeBytes: 5 } },
    });
  });

  it("removes rows that have expired by the database's clock, whatever the processes' clocks say", async () => {
    const left = async (): Promise<string[]> =>
      (
        await database.source.query<{ url_key: string }[]>(
          'SELECT url_key FROM extraction ORDER BY 1',
        )
      ).map(({ url_key }) => url_key);
    /** Stores an extraction for an hour, like a process whose clock is off by `offMs`. */
    const keep = async (urlKey: string, offMs: number): Promise<void> => {
      const now = new Date(Date.now() + offMs);
      const until = new Date(now.getTime() + HOUR_MS);
      const source = { info: {}, offers: [] } as unknown as Extraction['source'];
      await rows.add({ urlKey, pageUrl: '', source, freshUntil: until, expiresAt: until }, [], now);
    };
    await database.source.query('DELETE FROM extraction');
    await keep('ahead', 2 * HOUR_MS);
    await keep('behind', -2 * HOUR_MS);
    await keep('right', 0);
    jest.useFakeTimers({
      now: Date.now() + 2 * HOUR_MS,
      doNotFake: ['nextTick', 'setTimeout', 'setImmediate'],
    });
    try {
      await rows.removeExpired();
      expect(await left()).toEqual(['ahead', 'behind', 'right']);
      await database.source.query(
        `UPDATE extraction SET expires_at = expires_at - interval '61 minutes' WHERE url_key <> 'right'`,
      );
      await rows.removeExpired();
      expect(await left()).toEqual(['right']);
    } finally {
      jest.useRealTimers();
    }
  });
});
