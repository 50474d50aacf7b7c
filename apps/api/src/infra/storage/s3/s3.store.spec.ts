import { Logger } from '@nestjs/common';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { DomainError } from '../../errors/domain-error.js';
import type { Reservation } from '../room/reservation.js';
import type { PresignOptions, S3Bucket, StoredObject } from './s3-bucket.js';
import { S3Store } from './s3.store.js';

const RUN = { release: () => undefined };
const HOUR_MS = 3_600_000;
const WEEK_SECONDS = 604_800;

const refused = (name: string, httpStatusCode: number): Error =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });

describe('S3Store', () => {
  let root: string;
  let folder: string;
  let file: string;
  let stored: number | null;
  let objects: StoredObject[];
  let full: AbortController;
  let store: S3Store;
  const released = jest.fn();
  const bucket = {
    upload: jest.fn<Promise<void>, []>(),
    sizeOf: () =>
      stored === null ? Promise.reject(refused('NotFound', 404)) : Promise.resolve(stored),
    open: jest.fn<Promise<{ body: Readable; bytes: number }>, []>(),
    presign: jest.fn((_key: string, _options: PresignOptions) => Promise.resolve('https://s3/a')),
    list: () => Promise.resolve(objects),
    unfinishedUploads: () => Promise.resolve([]),
    ensureLifecycle: () => Promise.resolve(),
    close: () => undefined,
  };

  beforeEach(async () => {
    Logger.overrideLogger(false);
    root = await mkdtemp(join(tmpdir(), 'dipper-s3-unit-'));
    folder = join(root, 'copies');
    file = join(root, 'file');
    await writeFile(file, 'whole');
    [stored, objects, full] = [null, [], new AbortController()];
    [bucket.upload, bucket.open, bucket.presign, released].forEach((mock) => mock.mockClear());
    const room = {
      reserve: () =>
        Promise.resolve({
          ...{ ended: full.signal, count: () => undefined, release: released },
        } as unknown as Reservation),
    };
    store = new S3Store(bucket as unknown as S3Bucket, room, {
      ...{ folder, upload: { patienceMs: 60_000, firstPauseMs: 1, longestPauseMs: 1 } },
      settings: { bucket: 'films', delivery: 'redirect', retentionSeconds: 2 * WEEK_SECONDS },
    });
  });
  afterEach(async () => {
    store.onApplicationShutdown();
    await rm(root, { recursive: true });
  });

  it('does not upload a file again if S3 has all of it but its reply was lost', async () => {
    bucket.upload.mockImplementationOnce(() => {
      stored = 5;
      return Promise.reject(refused('NoSuchUpload', 404));
    });
    expect(await store.publish(file, 'a.mp4', RUN)).toBe(5);
    expect(bucket.upload).toHaveBeenCalledTimes(1);
  });

  it('uploads a file again if S3 has nothing, or only a part', async () => {
    bucket.upload
      .mockImplementationOnce(() => Promise.reject(refused('RequestTimeout', 400)))
      .mockImplementationOnce(() => {
        stored = 4;
        return Promise.reject(refused('InternalError', 500));
      })
      .mockImplementationOnce(() => Promise.resolve(void (stored = 5)));
    expect(await store.publish(file, 'a.mp4', RUN)).toBe(5);
    expect(bucket.upload).toHaveBeenCalledTimes(3);
  });

  it('reports that a file could not be stored if S3 refuses it', async () => {
    bucket.upload.mockImplementationOnce(() => Promise.reject(refused('AccessDenied', 403)));
    await expect(store.publish(file, 'a.mp4', RUN)).rejects.toMatchObject({
      code: 'FILE_NOT_STORED',
      cause: expect.stringContaining('refuses access') as string,
    });
  });

  it('resets the age of an object when it has been replaced', async () => {
    let now = 1000;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const agesAt = async (ms: number, modifiedAt: Date): Promise<number[]> => {
      now = ms;
      objects = [{ key: 'a.mp4', bytes: 5, modifiedAt }];
      return (await store.survey()).map(({ ageMs }) => ageMs);
    };
    const [older, newer] = [new Date(), new Date(Date.now() + 1000)];
    expect(await agesAt(1000, older)).toEqual([0]);
    expect(await agesAt(6000, older)).toEqual([5000]);
    expect(await agesAt(9000, newer)).toEqual([0]);
    clock.mockRestore();
  });

  it('hands out URLs that are valid for a week at most, however long files are kept', async () => {
    await store.handOut('a.mp4', { fileName: 'a.mp4', mediaType: 'x/y', download: true }, 'GET');
    expect(bucket.presign.mock.calls[0]?.[1]).toMatchObject({ forSeconds: WEEK_SECONDS });
  });

  const age = async (path: string, ageMs: number): Promise<void> => {
    const at = new Date(Date.now() - ageMs);
    await utimes(path, at, at);
  };
  const leaveCopies = async (): Promise<void> => {
    await mkdir(folder, { recursive: true });
    for (const [name, ageMs] of [
      ['copy-new', 0.9 * HOUR_MS] as const,
      ['copy-old', 1.1 * HOUR_MS] as const,
    ]) {
      await writeFile(join(folder, name), 'x');
      await age(join(folder, name), ageMs);
    }
  };

  it('removes the copies of killed processes at startup, but not those in use', async () => {
    await leaveCopies();
    await store.onModuleInit();
    expect(await readdir(folder)).toEqual(['copy-new']);
  });

  it('removes the copies of killed processes in each survey, but not its own', async () => {
    await store.onModuleInit();
    await leaveCopies();
    stored = 5;
    bucket.open.mockResolvedValueOnce({ body: Readable.from(['whole']), bytes: 5 });
    const left = await store.withPath(
      'a.mp4',
      async (path) => {
        await age(path, 2 * HOUR_MS);
        await store.survey();
        return [await readdir(folder), basename(path)] as const;
      },
      new AbortController().signal,
    );
    expect(left[0].toSorted()).toEqual(['copy-new', left[1]].toSorted());
  });

  it('surveys its files even if the folder of copies is missing', async () => {
    objects = [{ key: 'a.mp4', bytes: 5, modifiedAt: new Date() }];
    expect(await store.survey()).toHaveLength(1);
  });

  describe('work on a copy of a file', () => {
    beforeEach(async () => {
      stored = 5;
      await store.onModuleInit();
    });

    it('ends with the task while the file is being copied', async () => {
      const task = new AbortController();
      const read = (): void => task.abort(new Error('cancelled'));
      bucket.open.mockResolvedValueOnce({ body: new Readable({ read }), bytes: 5 });
      const work = jest.fn();
      await expect(store.withPath('a.mp4', work, task.signal)).rejects.toThrow('cancelled');
      expect([work.mock.calls, await readdir(folder)]).toEqual([[], []]);
      expect(released).toHaveBeenCalledTimes(1);
    });

    it('ends when the disk is full', async () => {
      bucket.open.mockResolvedValueOnce({ body: Readable.from(['whole']), bytes: 5 });
      const used = store.withPath(
        'a.mp4',
        (_, signal) =>
          new Promise((__, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
            full.abort(new DomainError('DISK_FULL'));
          }),
        new AbortController().signal,
      );
      await expect(used).rejects.toMatchObject({ code: 'DISK_FULL' });
      expect(await readdir(folder)).toEqual([]);
    });
  });
});
