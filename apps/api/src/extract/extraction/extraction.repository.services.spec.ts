import { offersOf } from '../formats/offers.js';
import { TestDatabase } from '../../infra/testing/test-database.js';
import { sourceFormat, sourceInfo } from '../testing/recorded-page.js';
import { Extraction } from './extraction.entity.js';
import { ExtractionRepository } from './extraction.repository.js';
import { MediaGrant } from './media-grant.entity.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const YEAR = 365 * 24 * 3600;
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

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
    return rows.add({ urlKey, pageUrl: info.pageUrl, source, ...times }, []);
  };

  it('uses what was found last as a hint until that expires', async () => {
    await add('a', 'older', -120, 900);
    await add('a', 'last', -60, 900);
    await add('a', 'over', 0, -1);
    await add('b', 'another page', 60, 900);
    const hint = { title: 'last', thumbnailUrl: null, uploader: null };
    await expect(rows.findHint('a', NOW)).resolves.toEqual(hint);
    await expect(rows.findHint('c', NOW)).resolves.toBeNull();
  });

  it('stores sizes that were learnt later, for visitors and for merges', async () => {
    const added = await add('d', 'sized', 60, 100 * YEAR);
    const [offer] = added.source.offers;
    const offers = offer === undefined ? [] : [{ ...offer, main: { ...offer.main, sizeBytes: 5 } }];
    await rows.update({ id: added.id, source: { ...added.source, offers } });
    const found = await rows.findFresh('d', NOW);
    expect(found).toEqual({ ...added, source: { ...added.source, offers } });
    // Expiry is judged by the machine's clock.
    await expect(rows.findOffer(added.id, 0)).resolves.toMatchObject({
      offer: { main: { sizeBytes: 5 } },
    });
  });
});
