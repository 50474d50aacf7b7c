import { HISTORY_SORTS } from '@dipper/contract';
import assert from 'node:assert/strict';
import { DataSource } from 'typeorm';
import type * as Entity from '../../apps/api/src/history/download.entity.js';
import type * as History from '../../apps/api/src/history/history.repository.js';
import type * as Migrations from '../../apps/api/src/infra/database/migrations/index.js';
import { inTurn, timeMs } from './harness/measure.js';
import type { Stage } from './harness/stage.js';
import { median, row, type Row, shown } from './harness/table.js';

export const title = 'the history of one account among many, on PostgreSQL';

/** One row in this many belongs to the account that is measured. */
const EVERY = 100;
const OTHERS = 2000;
const LIMIT = 20;
/** The time limit for any page, in milliseconds. */
const LIMIT_MS = 50;
const ORDERS = HISTORY_SORTS.flatMap((sort) =>
  (['asc', 'desc'] as const).map((order) => ({ sort, order })),
);

const ACCOUNTS = `
  INSERT INTO account (id, email, username, password_hash, profile)
  SELECT id, id, '', '', '{}' FROM (
    SELECT 'own' AS id UNION ALL SELECT 'other' || i FROM generate_series(0, ${OTHERS}) AS i) AS t`;

/**
 * Inserts downloads whose titles have accents and sort far apart. Some have no size, and each
 * platform has many.
 */
const downloads = (rows: number): string => `
  INSERT INTO download_history (account_id, task_id, url, title, title_key, platform, format, quality,
    file_size, duration, status, thumbnail_url, thumbnail_page, downloaded_at, posted_at)
  SELECT CASE WHEN i % ${EVERY} = 0 THEN 'own' ELSE 'other' || i % ${OTHERS} END,
    CASE WHEN i % 3 = 0 THEN md5(i::text) END, 'https://video.example/watch?v=' || md5(i::text),
    title, lower(left(title, 60)), (ARRAY['youtube', 'tiktok', 'vimeo', 'video.example'])[i % 4 + 1],
    'video', '1080p MP4', CASE WHEN i % 7 > 0 THEN (i * 7919::bigint) % 900000000 END, i % 3600,
    'completed', 'https://i.example/' || md5(i::text) || '.jpg', 'https://video.example/',
    now() - make_interval(secs => i * 31 % 9000000), now()
  FROM generate_series(1, ${rows}) AS i,
    LATERAL (SELECT md5((i * 13)::text) || ' Título ' || i || ' of a video with a usual name' AS title) AS t`;

const VACUUM = 'VACUUM ANALYZE download_history';
/** Rewrites as much of the table as might change between two vacuums. */
const unvacuumed = (rows: number): string[] => [
  'ALTER TABLE download_history SET (autovacuum_enabled = false)',
  `UPDATE download_history SET status = status
   WHERE id > (SELECT max(id) FROM download_history) - ${rows / 100}`,
];

export async function run(stage: Stage): Promise<Row[]> {
  const [rows, rounds] = stage.quick ? [4000, 1] : [2_000_000, 21];
  const { MIGRATIONS } = await stage.built<typeof Migrations>('infra/database/migrations/index.js');
  const { Download } = await stage.built<typeof Entity>('history/download.entity.js');
  const { HistoryRepository } = await stage.built<typeof History>('history/history.repository.js');
  const database = await new DataSource({
    ...{ type: 'postgres', url: await stage.database(), installExtensions: false },
    ...{ entities: [Download], migrations: MIGRATIONS, migrationsRun: true },
  }).initialize();
  try {
    await runAll(database, [ACCOUNTS, downloads(rows), VACUUM, ...unvacuumed(rows)]);
    const history = new HistoryRepository(database.getRepository(Download));
    const before = await timePages(history, rows / EVERY, rounds);
    await runAll(database, [VACUUM]);
    const after = await timePages(history, rows / EVERY, rounds);
    return ORDERS.map(({ sort, order }, at) => {
      const [dirty, clean] = [before[at] ?? [], after[at] ?? []];
      const listed = (times: readonly number[]): string => times.map(shown).join(', ');
      const note = `first, middle, last page: ${listed(clean)} ms; before a vacuum ${listed(dirty)} ms`;
      const values = { ours: Math.max(...clean, ...dirty), limit: LIMIT_MS };
      return row(`slowest page and the count, by ${sort} ${order}`, 'ms', values, { note });
    });
  } finally {
    await database.destroy();
  }
}

async function runAll(database: DataSource, statements: readonly string[]): Promise<void> {
  for (const sql of statements) {
    await database.query(sql);
  }
}

/** @returns the medians of the first, middle and last page for each sort order, in milliseconds */
async function timePages(
  history: History.HistoryRepository,
  total: number,
  rounds: number,
): Promise<number[][]> {
  const last = total / LIMIT;
  const found: number[][] = [];
  for (const order of ORDERS) {
    const read = (page: number) => () =>
      timeMs(async () => {
        const answer = await history.list('own', { ...order, page, limit: LIMIT });
        const { length } = answer.rows;
        const isRight = length === LIMIT && answer.total === total;
        assert(isRight, `page ${page} has ${length} rows of ${answer.total}`);
      });
    const pages = { first: read(1), middle: read(last / 2), last: read(last) };
    const times = await inTurn(rounds, pages);
    found.push([times.first, times.middle, times.last].map(median));
  }
  return found;
}
