import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainError } from '../../infra/errors/domain-error.js';
import { runProcess } from '../../infra/process/run-process.js';
import { SOMEWHERE } from '../../source/client/source-damaged.js';
import { bundleRecipe, chosenEntry, type EntryOutcomes, listWorld } from '../testing/list-world.js';
import { BUNDLE_FILE, BundleMaker } from './bundle.maker.js';
import { EntryMaker } from './entry.maker.js';

const READ = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zip:
    assert zip.testzip() is None
    print(json.dumps({i.filename: [i.file_size, i.date_time[0], zip.read(i).decode() if i.filename.endswith('.txt') else ''] for i in zip.infolist()}))
`;
const PICTURE = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(500)]);
const MOST = 1_000_000;

describe('BundleMaker', () => {
  let root: string;
  let folder: string;
  let runs = 0;
  const maker = new BundleMaker({ MAX_FILE_BYTES: MOST });
  const world = (fates: EntryOutcomes) => listWorld(folder, fates);
  const contentOf = async (path: string) =>
    JSON.parse(await runProcess('python3', ['-c', READ, path], { timeoutMs: 60_000 })) as Record<
      string,
      [bytes: number, year: number, text: string]
    >;

  beforeAll(async () => (root = await mkdtemp(join(tmpdir(), 'dipper-bundle-'))));
  afterAll(() => rm(root, { recursive: true }));
  beforeEach(async () => {
    folder = join(root, String((runs += 1)));
    await mkdir(folder);
  });

  it('zips 50 entries, lists the 3 that fail, and keeps only one entry at a time on disk', async () => {
    const failing = new Map<number, Error>([
      [3, new DomainError('MEDIA_PRIVATE')],
      [20, new DomainError('FILE_TOO_LARGE', { values: { bytes: 4096 } })],
      [49, new TypeError('a hostile page')],
    ]);
    const file = (at: number) => failing.get(at) ?? (at === 7 ? PICTURE : randomBytes(10_000));
    const run = world({ file });
    const entries = Array.from({ length: 50 }, (_, at) =>
      chosenEntry(at, {
        ...(at === 3 && { title: 'private\u202E\r\nfake line' }),
        ...(at === 7 && { kind: 'picture' }),
        // Pasted links have no titles.
        ...(at >= 48 && { title: null }),
      }),
    );
    const made = await maker.make(bundleRecipe(entries), run.context);

    expect(made).toEqual({ path: join(folder, BUNDLE_FILE), ext: 'zip', damage: [] });
    const content = await contentOf(made.path);
    const names = Object.keys(content);
    expect(names).toHaveLength(48);
    expect(names[0]).toBe('01_dipper.example_Title_0_720p.mp4');
    expect(names[6]).toBe('08_dipper.example_Title_7.jpg');
    expect(content[names[0] ?? '']?.slice(0, 2)).toEqual([10_000, 2024]);
    expect(content['Not included.txt']?.[2]).toBe(
      [
        'These entries could not be included:',
        '',
        '4. private fake line',
        'This item is private. Only public items can be downloaded.',
        'https://site.example/3',
        '',
        '21. Title 20',
        'This file is larger than 4.0 KB, the most we can prepare. Choose a smaller format.',
        'https://site.example/20',
        '',
        '50. https://site.example/49',
        new DomainError('MERGE_FAILED').message,
        '',
      ].join('\r\n'),
    );
    expect(run.told[0]?.every(({ state }) => state === 'waiting')).toBe(true);
    expect(run.told[1]?.[0]).toMatchObject({ id: 'e0', title: 'Title 0', state: 'making' });
    expect(run.told[0]?.[3]?.title).toBe('private fake line');
    const codes = run.told.at(-1)?.map(({ state, error_code }) => error_code ?? state);
    expect(codes).toEqual(
      entries.map(
        (_, at) => ({ 3: 'MEDIA_PRIVATE', 20: 'FILE_TOO_LARGE', 49: 'MERGE_FAILED' })[at] ?? 'done',
      ),
    );
    expect(
      run.told
        .at(-1)
        ?.slice(-2)
        .map(({ title }) => title),
    ).toEqual(['A title', 'https://site.example/49']);
    expect(await readdir(folder)).toEqual([BUNDLE_FILE]);
  });

  it('lists damaged files', async () => {
    const run = world({
      file: () => randomBytes(10),
      damage: (at) => (at === 1 ? [{ from: 432, to: 436 }] : []),
    });
    const made = await maker.make(bundleRecipe([chosenEntry(0), chosenEntry(1)]), run.context);
    // This keeps the file from being shared with visitors who did not accept damage.
    expect(made.damage).toEqual([SOMEWHERE]);
    const content = await contentOf(made.path);
    // The pages are not built in this spec. In a built server, the file also says where the damage
    // is (zip-words.spec.ts).
    expect(content['Damaged.txt']?.[2]).toContain('2. Title 1\r\nThe original is damaged');
  });

  it('holds up to four times the size limit of a file, and lists the entries that were left out', async () => {
    const run = world({ file: () => randomBytes(MOST * 0.9) });
    const entries = [0, 1, 2, 3, 4].map((at) => chosenEntry(at));
    const made = await maker.make(bundleRecipe(entries), run.context);
    expect(Object.keys(await contentOf(made.path))).toHaveLength(5);
    expect(run.told.at(-1)?.at(-1)?.error_code).toBe('BUNDLE_FULL');
  });

  it.each<[string, (at: number) => Error, string]>([
    ['for the same reason', () => new DomainError('DRM_PROTECTED'), 'DRM_PROTECTED'],
    [
      'for several reasons',
      (at) => new DomainError(at === 0 ? 'DRM_PROTECTED' : 'LIVE_STREAM'),
      'BUNDLE_EMPTY',
    ],
    ['because the service is not ready', () => new DomainError('UNAVAILABLE'), 'UNAVAILABLE'],
  ])('fails when all entries fail %s', async (_, file, code) => {
    const run = world({ file });
    const making = maker.make(bundleRecipe([chosenEntry(0), chosenEntry(1)]), run.context);
    await expect(making).rejects.toMatchObject({ code });
  });

  it('stops immediately when cancelled, or when the zip cannot be written', async () => {
    const reason = new Error('cancelled');
    const cancelled = world({
      file: (at) => {
        if (at === 1) {
          cancelled.abort.abort(reason);
        }
        return randomBytes(10);
      },
    });
    const recipe = bundleRecipe([0, 1, 2].map((at) => chosenEntry(at)));
    await expect(maker.make(recipe, cancelled.context)).rejects.toBe(reason);
    expect(cancelled.told.at(-1)?.map(({ state }) => state)).toEqual(['done', 'making', 'waiting']);

    expect(await readdir(folder)).toEqual([]);
    const full = world({ file: () => randomBytes(10) });
    const context = {
      ...full.context,
      count: () => {
        throw new DomainError('DISK_FULL');
      },
    };
    await expect(maker.make(recipe, context)).rejects.toMatchObject({ code: 'DISK_FULL' });
  });

  it('makes a single entry, and names the file after the title of its page', async () => {
    const recipe = { ...bundleRecipe([]), kind: 'entry', entry: chosenEntry(0) } as const;
    const entries = new EntryMaker();
    const run = world({ file: () => randomBytes(10) });
    expect(await entries.make(recipe, run.context)).toMatchObject({
      ext: 'mp4',
      fileName: 'dipper.example_Title_0_720p.mp4',
    });
    const picture = chosenEntry(0, { kind: 'picture', title: null });
    const pictures = world({ file: () => PICTURE });
    expect(await entries.make({ ...recipe, entry: picture }, pictures.context)).toMatchObject({
      ext: 'jpg',
      fileName: 'dipper.example_A_list.jpg',
    });
    const failing = world({ file: () => new DomainError('PLATFORM_OFF') });
    await expect(entries.make(recipe, failing.context)).rejects.toMatchObject({
      code: 'PLATFORM_OFF',
    });
  });
});
