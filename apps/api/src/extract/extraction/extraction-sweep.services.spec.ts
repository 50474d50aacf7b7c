import { TestDatabase } from '../../infra/testing/test-database.js';
import { Extraction } from './extraction.entity.js';
import { ExtractionRepository } from './extraction.repository.js';
import { MediaGrant } from './media-grant.entity.js';
import { ExtractionSweep } from './extraction-sweep.js';

const HOUR_MS = 3_600_000;

describe('ExtractionSweep', () => {
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
  afterEach(() => jest.useRealTimers());

  /** Stores an extraction for an hour, like a process whose clock is off by `offMs`. */
  async function keep(urlKey: string, offMs: number): Promise<void> {
    const now = new Date(Date.now() + offMs);
    const until = new Date(now.getTime() + HOUR_MS);
    const source = { info: {}, offers: [] } as unknown as Extraction['source'];
    await rows.add({ urlKey, pageUrl: '', source, freshUntil: until, expiresAt: until }, [], now);
  }
  const left = async (): Promise<string[]> =>
    (
      await database.source.query<{ url_key: string }[]>(
        'SELECT url_key FROM extraction ORDER BY 1',
      )
    ).map(({ url_key }) => url_key);

  it("removes rows that have expired by the database's clock, whatever the processes' clocks say", async () => {
    await keep('ahead', 2 * HOUR_MS);
    await keep('behind', -2 * HOUR_MS);
    await keep('right', 0);
    jest.useFakeTimers({
      now: Date.now() + 2 * HOUR_MS,
      doNotFake: ['nextTick', 'setTimeout', 'setImmediate'],
    });
    const sweep = new ExtractionSweep(rows);
    await sweep.sweep();
    expect(await left()).toEqual(['ahead', 'behind', 'right']);
    await database.source.query(
      `UPDATE extraction SET expires_at = expires_at - interval '61 minutes' WHERE url_key <> 'right'`,
    );
    await sweep.sweep();
    expect(await left()).toEqual(['right']);
  });
});
