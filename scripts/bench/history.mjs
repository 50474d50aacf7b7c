import { DataSource } from 'typeorm';
import { fromRoot } from '../setup/repository.mjs';
import { startServices } from '../testing/services.mjs';

const ROWS = 2_000_000;
/** Every hundredth row is of the account that is measured: it has 20,000, all over the table. */
const EVERY = 100;
const OWN = ROWS / EVERY;
const OTHERS = 2000;
const LIMIT = 20;
const ROUNDS = 21;
/** What any page may take, milliseconds. */
const BAR_MS = 50;

/** Titles that sort well apart, with accents; sizes that are not known; platforms with many rows each. */
const FILL = `
  INSERT INTO download_history (account_id, task_id, url, title, title_key, platform, format, quality,
    file_size, duration, status, thumbnail_url, thumbnail_page, downloaded_at, posted_at)
  SELECT CASE WHEN i % ${EVERY} = 0 THEN 'own' ELSE 'other' || i % ${OTHERS} END,
    CASE WHEN i % 3 = 0 THEN md5(i::text) END, 'https://video.example/watch?v=' || md5(i::text),
    title, lower(left(title, 60)), (ARRAY['youtube', 'tiktok', 'vimeo', 'video.example'])[i % 4 + 1],
    'video', '1080p MP4', CASE WHEN i % 7 > 0 THEN (i * 7919::bigint) % 900000000 END, i % 3600,
    'completed', 'https://i.example/' || md5(i::text) || '.jpg', 'https://video.example/',
    now() - make_interval(secs => i * 31 % 9000000), now()
  FROM generate_series(1, ${ROWS}) AS i,
    LATERAL (SELECT md5((i * 13)::text) || ' Título ' || i || ' of a video with a usual name' AS title) AS t`;

/**
 * @typedef {object} Reading what the server itself asks (apps/api/src/history)
 * @property {(accountId: string, query: object) => Promise<{ rows: unknown[], total: number }>} list
 */

/** Pages of 20,000 rows of one account among 2,000,000 on real PostgreSQL: medians, and the plans. */
export async function bench() {
  const services = await startServices();
  try {
    const { MIGRATIONS } = await built('infra/database/migrations/index.js');
    const { Download } = await built('history/download.entity.js');
    const database = await new DataSource({
      type: 'postgres',
      url: services.databaseUrl,
      entities: [Download],
      migrations: MIGRATIONS,
      migrationsRun: true,
      installExtensions: false,
    }).initialize();
    try {
      await fill(database);
      const { HistoryRepository, COUNT_SQL, pageSql } = await built(
        'history/history.repository.js',
      );
      const reading = new HistoryRepository(database.getRepository(Download));
      console.log('\nWith all that a vacuum leaves until the next: 1 % of the rows written anew');
      await database.query('ALTER TABLE download_history SET (autovacuum_enabled = false)');
      await database.query(
        `UPDATE download_history SET status = status WHERE id > (SELECT max(id) FROM download_history) - ${ROWS / 100}`,
      );
      await report(reading);
      await database.query('VACUUM ANALYZE download_history');
      console.log('\nAfter a vacuum');
      await report(reading);
      await plans(database, { COUNT_SQL, pageSql });
    } finally {
      await database.destroy();
    }
  } finally {
    await services.stop();
  }
}

/**
 * @param {string} path in the built server
 * @returns {Promise<any>}
 */
const built = (path) => import(fromRoot('apps/api/dist', path));

/** @param {DataSource} database */
async function fill(database) {
  const begin = performance.now();
  await database.query(
    `INSERT INTO account (id, email, username, password_hash, profile)
     SELECT id, id, '', '', '{}' FROM (
       SELECT 'own' AS id UNION ALL SELECT 'other' || i FROM generate_series(0, ${OTHERS}) AS i) AS t`,
  );
  // Filled first, as a dump is restored: in a third of the time.
  const indexes = /** @type {{ name: string, sql: string }[]} */ (
    await database.query(`SELECT indexname AS name, indexdef AS sql FROM pg_indexes
      WHERE tablename = 'download_history' AND indexname LIKE 'download_history_%'
        AND indexname <> 'download_history_pkey' AND indexdef NOT LIKE '% UNIQUE %'`)
  );
  for (const { name } of indexes) {
    await database.query(`DROP INDEX ${name}`);
  }
  await database.query(FILL);
  for (const { sql } of indexes) {
    await database.query(sql);
  }
  await database.query('VACUUM ANALYZE download_history');
  const [sizes] = /** @type {{ table: string, indexes: string }[]} */ (
    await database.query(`SELECT pg_size_pretty(pg_table_size('download_history')) AS table,
      pg_size_pretty(pg_indexes_size('download_history')) AS indexes`)
  );
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  console.log(`${ROWS} rows (${sizes?.table}, indexes ${sizes?.indexes}) in ${seconds} s`);
}

/** @param {Reading} reading */
async function report(reading) {
  const last = OWN / LIMIT;
  console.log(
    `${'page, with the count:'.padEnd(22)}${'first'.padStart(9)}${'middle'.padStart(9)}${'last'.padStart(9)}   ms`,
  );
  let worst = 0;
  for (const sort of ['date', 'title', 'platform', 'size']) {
    for (const order of ['asc', 'desc']) {
      const times = [];
      for (const page of [1, last / 2, last]) {
        const query = { sort, order, page, limit: LIMIT };
        times.push(
          await medianOf(async () => {
            const { rows, total } = await reading.list('own', query);
            if (rows.length !== LIMIT || total !== OWN) {
              throw new Error(`${rows.length} rows of ${total} on page ${page}`);
            }
          }),
        );
      }
      worst = Math.max(worst, ...times);
      const columns = times.map((ms) => ms.toFixed(1).padStart(9)).join('');
      console.log(`${`${sort} ${order}`.padEnd(22)}${columns}`);
    }
  }
  console.log(`slowest ${worst.toFixed(1)} ms (bar: ${BAR_MS} ms)`);
}

/** @param {() => Promise<unknown>} ask */
async function medianOf(ask) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    await ask();
    times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN;
}

/**
 * The plans of the last pages, which read the most.
 * @param {DataSource} database
 * @param {{ COUNT_SQL: string, pageSql: (by: { sort: string, order: string }) => string }} statements
 */
async function plans(database, { COUNT_SQL, pageSql }) {
  const statements = [{ name: 'count', sql: COUNT_SQL, values: ['own'] }];
  for (const sort of ['date', 'title', 'platform', 'size']) {
    for (const order of ['asc', 'desc']) {
      const values = ['own', String(OWN - LIMIT), String(LIMIT)];
      statements.push({ name: `${sort} ${order}`, sql: pageSql({ sort, order }), values });
    }
  }
  for (const { name, sql, values } of statements) {
    const lines = /** @type {Record<'QUERY PLAN', string>[]} */ (
      await database.query(`EXPLAIN (ANALYZE, BUFFERS) ${sql}`, values)
    );
    console.log(`\n${name}\n${lines.map((line) => `  ${line['QUERY PLAN']}`).join('\n')}`);
  }
}
