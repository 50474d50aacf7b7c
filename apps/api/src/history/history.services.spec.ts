import {
  HISTORY_SORTS,
  type HistoryItem,
  historyQuerySchema,
  type HistoryRecord,
  historyRecordSchema,
  type MergeState,
} from '@dipper/contract';
import { Account } from '../auth/account/account.entity.js';
import { AccountRepository } from '../auth/account/account.repository.js';
import { SavedDownloads } from '../auth/account/saved-downloads.js';
import type { DomainConfigService } from '../config/domain-config.service.js';
import type { GrantsService } from '../extract/offers/grants.service.js';
import type { OffersService } from '../extract/offers/offers.service.js';
import { picture, sound } from '../extract/testing/recorded-page.js';
import { TestDatabase } from '../infra/testing/test-database.js';
import { KnownTaskRepository } from '../merge/task/known-task.repository.js';
import { KnownTasksService } from '../merge/task/known-tasks.service.js';
import { MergeTask } from '../merge/task/merge-task.entity.js';
import { Download } from './download.entity.js';
import { EndingRepository } from './endings/ending.repository.js';
import { EndingsService } from './endings/endings.service.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';
import { DownloadRecordRepository } from './download-record.repository.js';
import { DownloadRecordService } from './download-record.service.js';

const HOST = 'dipper.example';
const PAGE = 'https://video.example/watch?v=1';
const PICTURE = 'https://i.example/1.jpg';
const ENTITIES = [Account, Download, MergeTask];

/** A ten-second clip, as its task stores it. */
const CLIP = {
  ...{ kind: 'clip', pageUrl: PAGE, title: 'Item (10s-20s)', fileName: 'f.mp4', container: 'mp4' },
  ...{ durationSeconds: 60, as: 'video', startMs: 10_000, endMs: 20_000 },
  main: picture({ width: 1280, height: 720, segments: ['https://cdn.example/1'] }),
  sound: sound(),
};

const record = (more: object = {}): HistoryRecord =>
  historyRecordSchema.parse({ url: PAGE, title: 'Title', format: 'video', ...more });

describe('the history', () => {
  let database: TestDatabase;
  let history: HistoryService;
  let reading: HistoryRepository;
  let records: DownloadRecordService;
  let endings: EndingsService;
  let dailyDownloads: number | null;
  let granted: string[];

  const sql = <T>(text: string, values: unknown[] = []): Promise<T> =>
    database.source.query(text, values);
  const post = (more: object = {}, account = 'a'): Promise<boolean> =>
    records.recordPost(account, record(more), HOST);
  const start = (taskId: string, accountId = 'a'): Promise<void> =>
    records.recordStart({ taskId, accountId, host: HOST });
  const list = (query: object = {}, account = 'a') =>
    history.list(account, historyQuerySchema.parse(query));
  const rows = async (account = 'a'): Promise<HistoryItem[]> => (await list({}, account)).history;
  const end = (taskId: string, status: MergeState, bytes: number | null = null): Promise<void> =>
    endings.ended({ task_id: taskId, status, actual_sizes: { final_file: bytes } } as never);
  const savedToday = async (account = 'a'): Promise<number> =>
    (await sql<{ n: number }[]>('SELECT saved_count AS n FROM account WHERE id = $1', [account]))[0]
      ?.n ?? NaN;
  const task = (taskId: string, status: MergeState): Promise<unknown> =>
    database.source.getRepository(MergeTask).upsert(
      {
        ...{ taskId, status, kind: 'clip', shareKey: 'key', fileName: 'f.mp4', progress: 0 },
        ...{ acceptsDamage: false, attempts: 0, queuedAt: new Date(), recipe: CLIP },
        ...(status === 'complete' && {
          ...{ fileId: 'f.mp4', fileBytes: 777, expiresAt: new Date(Date.now() + 900_000) },
        }),
      },
      ['taskId'],
    );

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], ENTITIES);
    const { source } = database;
    const saved = new SavedDownloads(new AccountRepository(source.getRepository(Account)));
    const offers: Pick<OffersService, 'offered' | 'thumbnailOf'> = {
      offered: () => Promise.resolve(null),
      thumbnailOf: (page) => Promise.resolve(page === PAGE ? PICTURE : null),
    };
    const grants: Pick<GrantsService, 'find' | 'grantImage'> = {
      find: (kind, url) =>
        Promise.resolve(
          url === PICTURE
            ? { kind, url, pageUrl: PAGE, headers: {}, fileName: null, sizeBytes: null }
            : null,
        ),
      grantImage: (url) => {
        granted.push(url);
        return `grant of ${url}`;
      },
    };
    const tasks = new KnownTasksService(
      offers as OffersService,
      new KnownTaskRepository(source.getRepository(MergeTask)),
      {
        readIfKnown: (stored) => stored as never,
        for: () => ({ isAudio: () => false }) as never,
      },
    );
    const downloads = source.getRepository(Download);
    reading = new HistoryRepository(downloads);
    endings = new EndingsService(new EndingRepository(downloads, saved), tasks);
    history = new HistoryService(reading, endings, tasks, grants as GrantsService);
    records = new DownloadRecordService(
      new DownloadRecordRepository(downloads, saved),
      tasks,
      endings,
      grants as GrantsService,
      {
        forHost: () => ({ config: { accounts: { dailyDownloads } } }),
      } as unknown as DomainConfigService,
    );
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    [dailyDownloads, granted] = [50, []];
    await sql('DELETE FROM account');
    await sql('DELETE FROM merge_task');
    for (const id of ['a', 'b']) {
      await sql(
        `INSERT INTO account (id, email, username, password_hash, profile)
         VALUES ($1, $1, '', '', '{"preferences": {"download_history_enabled": true}}')`,
        [id],
      );
    }
  });

  describe('pages', () => {
    const TITLES = 'Zebra,apple,Äpfel,Apple,éclair,,b,b,b,10,9,中'.split(',');
    /**
     * There are 45 rows with many ties. In each sort order, several are equal, and some sizes are
     * unknown.
     */
    beforeEach(async () => {
      await sql(
        `INSERT INTO download_history
           (account_id, url, title, title_key, platform, format, file_size, status, downloaded_at)
         SELECT who, 'https://a.example', title, title, (ARRAY['x', 'youtube', 'a.example'])[i % 3 + 1],
           'video', CASE WHEN i % 4 > 0 THEN i % 5 END, 'completed', to_timestamp(i / 3)
         FROM unnest(ARRAY['a', 'b']) AS who, generate_series(0, 44) AS i,
           LATERAL (SELECT ($1::text[])[i % 12 + 1] AS title) AS t`,
        [TITLES],
      );
    });

    it.each(
      HISTORY_SORTS.flatMap((sort) => [
        { sort, order: 'asc' },
        { sort, order: 'desc' },
      ]),
    )('$sort $order: list every row once and in order', async ({ sort, order }) => {
      for (const limit of [20, 7, 1]) {
        const all: HistoryItem[] = [];
        const pages = Math.ceil(45 / limit);
        for (let page = 1; page <= pages; page += 1) {
          const reply = await list({ sort, order, limit, page });
          expect(reply).toMatchObject({ page, pages, total: 45 });
          all.push(...reply.history);
        }
        expect(new Set(all.map(({ id }) => id)).size).toBe(45);
        const value = (item: HistoryItem): string | number | null =>
          ({
            date: item.download_time,
            title: item.title,
            platform: item.platform,
            size: item.file_size,
          })[sort];
        const known = all.map(value).filter((one) => one !== null);
        const ascending = order === 'asc' ? known : [...known].reverse();
        expect(ascending).toEqual([...ascending].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0)));
        expect(all.slice(known.length).every((item) => value(item) === null)).toBe(true);
        for (const [at, item] of all.slice(1).entries()) {
          const before = all[at];
          if (before && value(before) === value(item)) {
            expect(Number(item.id) > Number(before.id)).toBe(order === 'asc');
          }
        }
      }
    });

    it.each([3, 4, 1_000_000])('page %d of 2 is empty, but still has the total', async (page) => {
      expect(await list({ page, limit: 20, sort: 'size' })).toEqual(
        page === 3
          ? expect.objectContaining({ page: 3, pages: 3, total: 45 })
          : { history: [], page, pages: 3, total: 45 },
      );
    });

    it('clears the history of one account only', async () => {
      expect(await history.clear('a')).toBe(45);
      expect(await list()).toEqual({ history: [], page: 1, pages: 0, total: 0 });
      expect((await list({}, 'b')).total).toBe(45);
      expect((await list({}, 'nobody')).total).toBe(0);
    });

    it('keeps the newest rows of each account, up to a limit', async () => {
      await sql(`DELETE FROM download_history WHERE account_id = 'b' AND id % 2 = 0`);
      const others = (await list({}, 'b')).total;
      const newest = (await list({ limit: 20 })).history;
      await reading.removeAllBeyond(20, 7);
      expect((await list()).history).toEqual(newest);
      expect([(await list()).total, (await list({}, 'b')).total]).toEqual([
        20,
        Math.min(20, others),
      ]);
    });
  });

  it('ignores case and accents when sorting titles', async () => {
    for (const title of ['Zebra', 'öffnen', 'apple', 'Ökologie', 'Äpfel', 'OFEN', '"x"', '']) {
      await post({ title, url: `${PAGE}&${encodeURIComponent(title)}` });
    }
    const { history: found } = await list({ sort: 'title', order: 'asc' });
    expect(found.map(({ title }) => title)).toEqual([
      ...['', '"x"', 'Äpfel', 'apple', 'OFEN', 'öffnen', 'Ökologie', 'Zebra'],
    ]);
  });

  it("stores a page's report unchanged", async () => {
    const evil = `<img src=x onerror=alert(1)>'"; DROP TABLE download_history; --`;
    expect(
      await post({
        ...{ title: evil, platform: 'Evil', quality: '1080p', file_size: 5, duration: 1.5 },
        ...{ url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw&utm_source=x', format: 'audio' },
        thumbnail_url: 'https://evil.example/x.png',
      }),
    ).toBe(true);
    expect(await rows()).toEqual([
      {
        id: expect.any(String) as string,
        ...{ title: evil, platform: 'youtube', format: 'audio', quality: '1080p', file_size: 5 },
        url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
        ...{ duration: 1.5, status: 'completed', thumbnail_url: 'https://evil.example/x.png' },
        thumbnail_grant: null,
        download_time: expect.stringMatching(/^20.*Z$/) as string,
        ...{ file_url: null, expires_in_seconds: null },
      },
    ]);
    // A row must not turn us into an open proxy.
    expect(granted).toEqual([]);
  });

  it('stores the longest possible hosts and titles', async () => {
    const host = Array.from({ length: 4000 }, (__, at) => (at * 7919).toString(36)).join('');
    const title = '\u{1f4be}'.repeat(500);
    await post({ url: `https://${host.slice(0, 8000)}/`, title });
    expect(await rows()).toMatchObject([{ platform: host.slice(0, 100), title }]);
  });

  it('shows the thumbnails that were issued here', async () => {
    await post({ thumbnail_url: PICTURE });
    expect(await rows()).toMatchObject([{ thumbnail_grant: `grant of ${PICTURE}` }]);
    expect(granted).toEqual([PICTURE]);
    await rows('b');
    expect(granted).toEqual([PICTURE]);
  });

  describe('a reported download', () => {
    it('is saved once if reported several times concurrently', async () => {
      const saved = await Promise.all(Array.from({ length: 20 }, () => post({ quality: '720p' })));
      expect(saved.filter(Boolean)).toHaveLength(1);
      expect([(await rows()).length, await savedToday()]).toEqual([1, 1]);
    });

    it('is saved once if reported by its task and its page concurrently, in any order', async () => {
      await task('t1', 'processing');
      const tellings = [
        () => start('t1'),
        () => post({ task_id: 't1', title: 'said', quality: 'said' }),
        () => post({ quality: 'Clip 0:10-0:20, 720p' }),
      ];
      for (const order of [
        [0, 1, 2],
        [2, 0, 1],
        [1, 2, 0],
        [2, 1, 0],
      ]) {
        for (const at of order) {
          await tellings[at]?.();
        }
        expect(await rows()).toMatchObject([
          { title: 'Item (10s-20s)', quality: 'Clip 0:10-0:20, 720p MP4', status: 'in_progress' },
        ]);
        await history.clear('a');
      }
      await Promise.all(tellings.map((tell) => tell()));
      expect(await rows()).toHaveLength(1);
    });

    it('is saved again after a minute if no task identifies it', async () => {
      await post();
      await sql(`UPDATE download_history SET posted_at = now() - interval '61 seconds'`);
      expect([await post(), await post(), (await rows()).length]).toEqual([true, false, 2]);
    });

    it('is saved for each account that reports it', async () => {
      await task('t1', 'processing');
      await Promise.all([start('t1'), start('t1', 'b'), start('t1')]);
      await end('t1', 'complete', 9);
      for (const account of ['a', 'b']) {
        expect(await rows(account)).toMatchObject([{ status: 'completed', file_size: 9 }]);
      }
    });
  });

  describe('the end of a download', () => {
    it('makes the download complete, with its real size, and available as long as its file exists', async () => {
      await task('t1', 'processing');
      await start('t1');
      expect(await rows()).toMatchObject([
        { file_url: null, thumbnail_url: PICTURE, duration: 10 },
      ]);
      await task('t1', 'complete');
      await end('t1', 'complete', 777);
      const [row] = await rows();
      expect(row).toMatchObject({
        ...{ status: 'completed', file_size: 777, file_url: '/api/download/file/t1' },
      });
      expect(row?.expires_in_seconds).toBeGreaterThan(800);
      await sql(`UPDATE merge_task SET expires_at = now()`);
      expect(await rows()).toMatchObject([
        { status: 'completed', file_size: 777, file_url: null, expires_in_seconds: null },
      ]);
    });

    it('is recorded immediately if the file already existed', async () => {
      await task('t1', 'complete');
      await start('t1');
      const found = await sql('SELECT status, file_size::int AS size FROM download_history');
      expect(found).toEqual([{ status: 'completed', size: 777 }]);
    });

    it.each<[MergeState, string | undefined, number]>([
      ['complete', 'completed', 1],
      ['error', 'failed', 1],
      ['cancelled', undefined, 0],
    ])(
      'is corrected by a read or a sweep if it was missed, in the state %s',
      async (state, status, kept) => {
        for (const correct of [() => Promise.resolve(), () => endings.correctAll()]) {
          await task('t1', 'processing');
          await start('t1');
          await task('t1', state);
          await correct();
          expect((await rows()).map((row) => row.status)).toEqual(status ? [status] : []);
          expect(await savedToday()).toBe(kept);
          await sql('DELETE FROM download_history');
          await sql('UPDATE account SET saved_count = 0');
        }
      },
    );

    it('can be a failure, after which a restart uses the same row', async () => {
      await task('t1', 'processing');
      await start('t1');
      await end('t1', 'error');
      expect(await rows()).toMatchObject([{ status: 'failed' }]);
      await start('t1');
      expect(await rows()).toMatchObject([{ status: 'in_progress' }]);
      await end('t1', 'cancelled');
      expect([await rows(), await savedToday()]).toEqual([[], 0]);
    });

    it("saves nothing if the download is cancelled before the page's report", async () => {
      await task('t1', 'cancelled');
      expect([await post({ task_id: 't1' }), await rows()]).toEqual([false, []]);
    });

    it('is recorded as a failure after a day if the task no longer exists', async () => {
      await task('t1', 'processing');
      await start('t1');
      await sql('DELETE FROM merge_task');
      expect(await rows()).toMatchObject([{ status: 'in_progress' }]);
      await sql(`UPDATE download_history SET downloaded_at = now() - interval '25 hours'`);
      await endings.correctAll();
      expect(await rows()).toMatchObject([{ status: 'failed' }]);
    });

    it("is taken from the page's report if the task is unknown", async () => {
      expect(await post({ task_id: 'never-was' })).toBe(true);
      expect(await rows()).toMatchObject([{ status: 'completed', title: 'Title', file_url: null }]);
    });
  });

  it('saves a limited number of downloads a day, even after clearing, but any number for paid tiers', async () => {
    dailyDownloads = 2;
    const many = (from: number) =>
      Promise.allSettled(
        Array.from({ length: 5 }, (__, at) => post({ url: `${PAGE}&n=${from + at}` })),
      );
    const refused = (await many(0)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ reason: { code: 'DAILY_LIMIT', values: { count: 2 } } });
    await history.clear('a');
    await task('t1', 'processing');
    await start('t1');
    expect(await rows()).toEqual([]);
    await sql(`UPDATE account SET saved_on = saved_on - 1`);
    expect(await post({ url: `${PAGE}&n=9` })).toBe(true);
    await sql(`UPDATE account SET tier = 'gold'`);
    await many(10);
    expect(await rows()).toHaveLength(6);
  });

  it('saves nothing for accounts that have switched it off or no longer exist', async () => {
    await sql(
      `UPDATE account SET profile = '{"preferences": {"download_history_enabled": false}}'
       WHERE id = 'a'`,
    );
    await sql(`DELETE FROM account WHERE id = 'b'`);
    await task('t1', 'processing');
    for (const account of ['a', 'b', 'never']) {
      await start('t1', account);
      expect([await post({}, account), await rows(account)]).toEqual([false, []]);
    }
  });

  it('is removed with its account', async () => {
    await Promise.all([post(), post({}, 'b')]);
    await sql(`DELETE FROM account WHERE id = 'a'`);
    expect([(await rows()).length, (await rows('b')).length]).toEqual([0, 1]);
  });
});
