import type { ErrorCode } from '@dipper/contract';
import { join } from 'node:path';
import { failureOf } from '../harness/catalogue.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import type { WayIn } from '../harness/find-way-in.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { findMount, onSmallDisk } from '../harness/small-disk.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

let origin: Origin;
let site: Site;

beforeAll(async () => {
  origin = await startOrigin();
  site = await startSite(origin);
});
afterAll(() => Promise.all([origin.close(), site.close()]));

async function taskFor(client: TestClient, path: string): Promise<string> {
  const info = await client.search(origin.url + path);
  return taskOf(pick(info, ({ kind }) => kind === 'merge'));
}

/** Streams of 9.7 MB whose manifest omits the sizes. */
const UNTOLD = '/dash/slow.mpd?rate=1000000000';
/** Streams of 0.7 MB. */
const SMALL = '/dash/webm.mpd';

const FFMPEG_ON_FULL_DISK = join(__dirname, '../fakes/bin/ffmpeg-on-full-disk');

const WAY_IN = findMount('test/medium/limits');

const smallDisks = (wayIn: WayIn): void => {
  describe.each([
    ['has no room for the merged file', 14_000_000, {}, /no room for/],
    [
      'fills up while a file is merged',
      40_000_000,
      { FFMPEG_PATH: FFMPEG_ON_FULL_DISK },
      // Either ffmpeg's message, or the message from our check of the volume, whichever comes
      // first.
      /No space left on device|stay free/,
    ],
  ])('a disk that %s', (_, bytes, env, cause) => {
    let server: TestServer;
    let client: TestClient;

    beforeAll(async () => {
      server = await TestServer.start({ env, launcher: onSmallDisk(wayIn, bytes) });
      client = new TestClient(server);
    });
    afterAll(() => server.stop());

    it('fails the task with DISK_FULL and leaves no files', async () => {
      const end = await client.merge(await taskFor(client, UNTOLD));
      expect(end).toMatchObject(failureOf('DISK_FULL'));
      expect([await server.onDisk('work'), await server.onDisk('files')]).toEqual([[], []]);
      expect(server.log).toMatch(cause);
    });

    // The 1080p format has 14.8 MB. This manifest also omits the sizes.
    if (bytes < 14_800_000) {
      it('fails a task whose streams do not fit', async () => {
        const info = await client.search(site.manifest('plain'));
        const end = await client.merge(taskOf(pick(info, ({ kind }) => kind === 'merge')));
        expect(end).toMatchObject(failureOf('DISK_FULL'));
        expect([await server.onDisk('work'), await server.onDisk('files')]).toEqual([[], []]);
      });
    }

    it('still has room for a smaller file', async () => {
      const end = await client.merge(await taskFor(client, SMALL));
      expect(end).toMatchObject({ status: 'complete', progress: 100 });
      expect(await server.onDisk('files')).toHaveLength(1);
    });
  });
};

if (WAY_IN === null) {
  console.warn('Skipping the small-disk tests, because they need a mount namespace.');
} else {
  smallDisks(WAY_IN);
}

describe('MAX_FILE_BYTES and MAX_DISK_BYTES', () => {
  const MOST = 4_000_000;
  let server: TestServer;
  let client: TestClient;

  beforeAll(async () => {
    const env = { MAX_FILE_BYTES: String(MOST), MAX_DISK_BYTES: '1000000' };
    server = await TestServer.start({ env });
    client = new TestClient(server);
  });
  afterAll(() => server.stop());

  it.each<[what: string, link: () => string, code: ErrorCode]>([
    [
      'a file that is too large according to its manifest',
      () => `${origin.url}/dash/plain.mpd`,
      'FILE_TOO_LARGE',
    ],
    [
      'a file that is too large according to its source',
      () => origin.url + UNTOLD,
      'FILE_TOO_LARGE',
    ],
    [
      'a file that turns out too large',
      () => `${origin.url}/dash/truncated.mpd?chunked`,
      'FILE_TOO_LARGE',
    ],
    [
      'a file for which the disk is too small according to the manifest',
      () => origin.url + SMALL,
      'DISK_FULL',
    ],
    [
      'a file for which the disk is too small according to the source',
      () => site.manifest('webm'),
      'DISK_FULL',
    ],
  ])('stop %s', async (_, link, code) => {
    const info = await client.search(link());
    const end = await client.merge(taskOf(pick(info, ({ kind }) => kind === 'merge')));
    expect(end).toMatchObject(failureOf(code, { bytes: MOST }));
    expect([await server.onDisk('work'), await server.onDisk('files')]).toEqual([[], []]);
  });
});
