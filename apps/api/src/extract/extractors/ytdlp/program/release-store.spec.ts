import { mkdtemp, readdir, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReleaseStore } from './release-store.js';

const LONG_AGO = new Date(Date.now() - 2 * 60 * 60 * 1000);

let dataDir: string;
let store: ReleaseStore;

beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'dipper-store-')));
  store = new ReleaseStore(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true }));

async function fetched(): Promise<string> {
  const folder = await store.makeStaging();
  await writeFile(join(folder, 'yt-dlp'), '');
  return folder;
}

const names = async (): Promise<string[]> => (await readdir(store.folder)).sort();

describe('ReleaseStore', () => {
  it('keeps the current version, the previous one, and one that another process may be starting', async () => {
    for (const name of ['1', '2', '3']) {
      await store.install(await fetched(), name);
    }
    await utimes(join(store.folder, '1'), LONG_AGO, LONG_AGO);
    await store.install(await fetched(), '4');
    expect(await names()).toEqual(['2', '3', '4', 'current', 'previous']);
    expect([store.current(), store.previous()].map((path) => path?.split('/').at(-2))).toEqual([
      '4',
      '3',
    ]);
  });

  it('can be changed by several processes at the same time', async () => {
    await store.install(await fetched(), '1');
    const stores = Array.from({ length: 20 }, () => new ReleaseStore(dataDir));
    const folders = await Promise.all(stores.map(() => fetched()));
    await Promise.all(stores.map((one, nth) => one.install(folders[nth] ?? '', '2')));
    expect(store.current()).toBe(join(store.folder, '2', 'yt-dlp'));
    expect(store.previous()).toBe(join(store.folder, '1', 'yt-dlp'));
  });

  it('keeps the current version if a new one cannot be moved to its place', async () => {
    await store.install(await fetched(), '1');
    const moved = store.install(await fetched(), 'missing/2');
    await expect(moved).rejects.toMatchObject({ code: 'ENOENT' });
    expect(store.current()).toBe(join(store.folder, '1', 'yt-dlp'));
  });
});
