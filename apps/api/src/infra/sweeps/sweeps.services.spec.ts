import type { DiscoveryService } from '@nestjs/core';
import { MetadataScanner, Reflector } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { TestDatabase } from '../testing/test-database.js';
import { Sweep, Sweeps } from './sweeps.js';

const HOUR_MS = 3_600_000;
const NIGHTLY = { name: 'nightly', everyMs: HOUR_MS };

class Cleaner {
  runs = 0;

  @Sweep({ name: 'cleaner', everyMs: 60_000 })
  clean(): Promise<void> {
    this.runs += 1;
    return Promise.resolve();
  }

  other(): void {
    this.runs += 100;
  }
}

const sweepsOf = (provider: object, source: Pick<DataSource, 'query'>): Sweeps => {
  const discovery = { getProviders: () => [{ instance: provider }, { instance: undefined }] };
  return new Sweeps(
    discovery as unknown as DiscoveryService,
    new MetadataScanner(),
    new Reflector(),
    source as DataSource,
  );
};

describe('Sweeps', () => {
  let database: TestDatabase;
  const cleaners = [new Cleaner(), new Cleaner()];
  let processes: Sweeps[];

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], []);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await database.source.query('DELETE FROM sweep');
    processes = cleaners.map((cleaner) => sweepsOf(cleaner, database.source));
  });
  afterEach(() => {
    jest.useRealTimers();
    processes.forEach((one) => one.onModuleDestroy());
  });

  const agesBy = (interval: string): Promise<unknown> =>
    database.source.query(`UPDATE sweep SET begun_at = begun_at - interval '${interval}'`);
  const begin = (): Promise<boolean[]> => Promise.all(processes.map((one) => one.begin(NIGHTLY)));
  const runs = (): number => cleaners.reduce((sum, cleaner) => sum + cleaner.runs, 0);
  const count = (turns: readonly boolean[]): number => turns.filter(Boolean).length;

  it('gives a turn to one process, and the next turn once the interval is over', async () => {
    expect(count(await begin())).toBe(1);
    expect(count(await begin())).toBe(0);
    await agesBy('50 minutes');
    expect(count(await begin())).toBe(0);
    await agesBy('5 minutes');
    expect(count(await begin())).toBe(1);
  });

  it('refuses the turn to a process whose transaction began before another one took it', async () => {
    const runner = database.source.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query('SELECT now()');
      expect(count(await begin())).toBe(1);
      expect(await sweepsOf({}, runner as unknown as DataSource).begin(NIGHTLY)).toBe(false);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });

  it("uses the database's clock, whatever the processes' clocks say", async () => {
    expect(count(await begin())).toBe(1);
    jest.useFakeTimers({
      now: Date.now() + 5 * HOUR_MS,
      doNotFake: ['nextTick', 'setTimeout', 'setImmediate'],
    });
    expect(count(await begin())).toBe(0);
  });

  it('survives a database clock that was set back', async () => {
    await begin();
    await agesBy('-1 day');
    expect(count(await begin())).toBe(1);
  });

  it('finds the marked methods, and runs each once per interval in only one of the processes', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setTimeout', 'setImmediate', 'Date'] });
    processes.forEach((one) => one.onApplicationBootstrap());
    const ranTimes = async (times: number): Promise<void> => {
      jest.advanceTimersByTime(60_000);
      // Once both processes have a result, both have tried to begin.
      await Promise.all(processes.map((one) => one.begin(NIGHTLY)));
      while (runs() < times) {
        await database.source.query('SELECT 1');
      }
      expect(runs()).toBe(times);
    };
    await ranTimes(1);
    await agesBy('1 minute');
    await ranTimes(2);
  });
});
