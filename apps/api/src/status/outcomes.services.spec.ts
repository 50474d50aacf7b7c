import { OutcomeCounts } from '../infra/outcomes/outcome-counts.js';
import { TestDatabase } from '../infra/testing/test-database.js';
import { MergeTask } from '../merge/task/merge-task.entity.js';
import { AlertRepository } from './alerts/alert.repository.js';
import { StatusRepository } from './status.repository.js';

const link = (number: number): string => `https://vimeo.com/${number}`;

it.each(['Postgres', 'the embedded database'])(
  'processes add up their counts in %s',
  async (engine) => {
    const database =
      engine === 'Postgres'
        ? await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], [MergeTask])
        : await TestDatabase.openEmbedded([MergeTask]);
    try {
      const { source } = database;
      const [one, two] = [new OutcomeCounts(source), new OutcomeCounts(source)];
      one.note(link(1), null, ['me']);
      one.note(link(2), 'SOURCE_FAILED', ['me']);
      two.note(link(3), null, ['me']);
      await Promise.all([one.store(), two.store()]);
      one.note(link(4), null, ['me']);
      await one.onModuleDestroy();

      const status = new StatusRepository(source);
      const { nowMs, waiting, periods } = await status.read();
      const sum = (of: 'worked' | 'failed') => periods.reduce((all, row) => all + row[of], 0);
      expect([sum('worked'), sum('failed'), waiting]).toEqual([3, 1, 0]);
      expect(periods[0]?.site).toBe('vimeo');
      // Periods start at multiples of ten minutes, by the database's clock.
      expect(periods.every(({ beganMs }) => beganMs % 600_000 === 0 && beganMs <= nowMs)).toBe(
        true,
      );

      const alerts = new AlertRepository(source);
      await alerts.note('webhook', 'vimeo', true);
      await alerts.note('webhook', 'vimeo', false);
      await alerts.note('mail', 'vimeo', true);
      const told = (await alerts.told('webhook')).get('vimeo');
      expect(told).toMatchObject({ isFailing: false });
      expect((await alerts.told('mail')).get('vimeo')).toMatchObject({ isFailing: true });
      expect(Math.abs((told?.atMs ?? 0) - nowMs)).toBeLessThan(3_600_000);

      await source.query(`UPDATE platform_outcome SET begun_at = begun_at - interval '25 hours'`);
      expect((await status.read()).periods).toEqual([]);
      two.note(link(5), null, ['me']);
      await two.store();
      await two.sweep();
      expect(await source.query('SELECT worked FROM platform_outcome')).toEqual([{ worked: 1 }]);
    } finally {
      await database.drop();
    }
  },
);
