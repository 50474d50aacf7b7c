import type { LifecycleRule } from '@aws-sdk/client-s3';
import { Logger } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { hasObjectStorage, newBucket } from '../../testing/object-storage.js';
import { waitUntil } from '../../testing/wait-until.js';
import { DiskRoom } from '../room/disk-room.js';
import { fileStoreSuite } from '../testing/file-store-suite.js';
import { S3Bucket } from './s3-bucket.js';
import type { S3Settings } from './s3-settings.js';
import { S3Store, type S3StoreOptions } from './s3.store.js';

const MIB = 1024 ** 2;
const AS = { fileName: 'Größe.mp4', mediaType: 'video/mp4', download: true };

const finishedFilesInS3 = (): void => {
  let root: string;
  let settings: S3Settings;
  let room: DiskRoom;
  let store: S3Store;
  let bucket: S3Bucket;
  const opened: S3Store[] = [];
  let tests = 0;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    settings = await newBucket(process.env);
    root = await mkdtemp(join(tmpdir(), 'dipper-s3-store-'));
    room = new DiskRoom({ root, maxBytes: undefined });
    await room.onModuleInit();
  });
  afterAll(async () => {
    room.onApplicationShutdown();
    await rm(root, { recursive: true });
  });
  beforeEach(async () => {
    tests += 1;
    ({ bucket, store } = await openStore());
  });
  afterEach(() => opened.splice(0).forEach((one) => one.onApplicationShutdown()));

  const openStore = async (
    change: Partial<S3Settings> = {},
    options: Partial<S3StoreOptions> = {},
  ): Promise<{ bucket: S3Bucket; store: S3Store }> => {
    const all = { ...settings, ...change };
    const at = new S3Bucket(all, `dipper/test-${tests}/`);
    const folder = join(root, 'copies');
    const one = new S3Store(at, room, { settings: all, folder, ...options });
    await one.onModuleInit();
    opened.push(one);
    return { bucket: at, store: one };
  };
  const write = async (content: string | Uint8Array): Promise<string> => {
    const path = join(root, randomBytes(8).toString('hex'));
    await writeFile(path, content);
    return path;
  };
  const run = { release: () => undefined };

  fileStoreSuite(() => ({
    store,
    publish: async (name, content) => store.publish(await write(content), name, run),
  }));

  it('publishes a large file in parts, and reports how much S3 has', async () => {
    const content = randomBytes(20 * MIB);
    const shares: number[] = [];
    const size = await store.publish(await write(content), 'large.mp4', run, {
      onShare: (share) => shares.push(share),
    });
    expect(size).toBe(content.length);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.length).toBe(3);
    expect(shares.at(-1)).toBe(1);
    const read = await buffer((await store.open('large.mp4')) ?? fail());
    const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
    expect(hash(read)).toBe(hash(content));
    expect(await bucket.unfinishedUploads()).toEqual([]);
  });

  it('leaves neither an object nor parts of a stopped upload', async () => {
    const stop = new AbortController();
    const published = store.publish(await write(randomBytes(40 * MIB)), 'stopped.mp4', run, {
      signal: stop.signal,
      onShare: () => stop.abort(new Error('cancelled')),
    });
    await expect(published).rejects.toThrow('cancelled');
    // The parts are removed afterwards.
    await waitUntil(
      async () => (await bucket.unfinishedUploads()).length === 0,
      'the removal of the parts',
    );
    expect(await store.sizeOf('stopped.mp4')).toBeNull();
  });

  it('removes the copy that a program has read', async () => {
    await store.publish(await write('whole'), 'a.mp4', run);
    await expect(
      store.withPath(
        'a.mp4',
        () => Promise.reject(new Error('ffmpeg failed')),
        new AbortController().signal,
      ),
    ).rejects.toThrow('ffmpeg failed');
    expect(await readdir(join(root, 'copies'))).toEqual([]);
  });

  it('renews a file without changing it', async () => {
    await store.publish(await write('whole'), 'a.mp4', run);
    const [before] = await bucket.list();
    // S3 may round its dates to seconds, so wait until the date has certainly changed.
    await waitUntil(async () => {
      await bucket.renew('a.mp4');
      const [after] = await bucket.list();
      return (after?.modifiedAt ?? 0) > (before?.modifiedAt ?? 0);
    }, 'a later date');
    expect((await buffer((await store.open('a.mp4')) ?? fail())).toString()).toBe('whole');
  });

  it('sees only its own part of the bucket', async () => {
    const other = new S3Bucket(settings, 'dipper/other/');
    await other.put('b.mp4', Buffer.from('b'));
    await store.publish(await write('a'), 'a.mp4', run);
    expect((await store.survey()).map(({ name }) => name)).toEqual(['a.mp4']);
    other.close();
  });

  it("adds its rule to the bucket's lifecycle once, and keeps the others", async () => {
    // A bucket of its own, because the stores of the other tests may still be adding their rules.
    const own = await newBucket(process.env);
    const [one, another] = ['dipper/one/', 'dipper/another/'].map((at) => new S3Bucket(own, at));
    await one?.ensureLifecycle();
    await another?.ensureLifecycle();
    await another?.ensureLifecycle();
    const rules = await lifecycleOf(own);
    const prefixes = rules.map(({ Filter }) => Filter?.Prefix);
    expect(prefixes.toSorted()).toEqual(['dipper/another/', 'dipper/one/']);
    const days = rules.map((rule) => rule.NoncurrentVersionExpiration?.NoncurrentDays);
    expect(new Set(days)).toEqual(new Set([1]));
    one?.close();
    another?.close();
  });

  it('redirects only downloads, to a URL that names the file', async () => {
    const redirecting = await openStore({ delivery: 'redirect' });
    await redirecting.store.publish(await write('0123456789'), 'a.mp4', run);
    expect(await redirecting.store.handOut('a.mp4', { ...AS, download: false }, 'GET')).toBeNull();
    expect(await redirecting.store.handOut('a.mp4', AS, 'HEAD')).toBeNull();
    const out = await redirecting.store.handOut('a.mp4', AS, 'GET');
    expect(out?.to).toBe('visitor');
    const reply = await fetch(out?.url ?? '', { headers: { range: 'bytes=2-4' } });
    expect([reply.status, await reply.text()]).toEqual([206, '234']);
    expect(reply.headers.get('content-type')).toBe('video/mp4');
    expect(reply.headers.get('content-disposition')).toContain("filename*=UTF-8''Gr%C3%B6%C3%9Fe");
  });

  it.each(['GET', 'HEAD'] as const)('hands nginx a path that S3 accepts for %s', async (method) => {
    const behindNginx = await openStore({ delivery: 'x-accel' }, { accelRedirect: '/s3/' });
    await behindNginx.store.publish(await write('0123456789'), 'a.mp4', run);
    const out = await behindNginx.store.handOut('a.mp4', AS, method);
    expect(out).toMatchObject({
      to: 'proxy',
      url: expect.stringMatching(/^\/s3\/test-/) as string,
    });
    const reply = await fetch(`${settings.endpoint}/${out?.url.slice('/s3/'.length)}`, { method });
    expect([reply.status, reply.headers.get('content-length')]).toEqual([200, '10']);
  });

  it.each([
    ['the bucket is missing', { bucket: 'no-such-bucket-here' }],
    ['the key is unknown', { accessKeyId: 'nobody' }],
    ['the service is down', { endpoint: 'http://127.0.0.1:9' }],
  ])('reports that it is unavailable if %s, instead of losing files', async (_, change) => {
    const broken = await openStore(change, {
      upload: { patienceMs: 0, firstPauseMs: 1, longestPauseMs: 1 },
    });
    expect(await broken.store.isAvailable()).toBe(false);
    await expect(broken.store.survey()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(broken.store.publish(await write('a'), 'a.mp4', run)).rejects.toMatchObject({
      code: 'FILE_NOT_STORED',
    });
  });

  it('publishes a file even if S3 was down for a while', async () => {
    const gate = await openGate(settings.endpoint ?? '');
    try {
      const through = await openStore(
        { endpoint: gate.url },
        { upload: { patienceMs: 60_000, firstPauseMs: 1, longestPauseMs: 10 } },
      );
      gate.close();
      const content = randomBytes(MIB);
      const published = through.store.publish(await write(content), 'late.mp4', run);
      await gate.refusedOne;
      gate.open();
      expect(await published).toBe(MIB);
      expect(await store.sizeOf('late.mp4')).toBe(MIB);
    } finally {
      await gate.end();
    }
  });
};

function fail(): never {
  throw new Error('the file is missing');
}

async function lifecycleOf({
  endpoint,
  bucket,
  ...settings
}: S3Settings): Promise<LifecycleRule[]> {
  const { S3Client, GetBucketLifecycleConfigurationCommand } = await import('@aws-sdk/client-s3');
  const { region, forcePathStyle, ...credentials } = settings;
  const client = new S3Client({ endpoint: endpoint ?? '', region, forcePathStyle, credentials });
  const command = new GetBucketLifecycleConfigurationCommand({ Bucket: bucket });
  const { Rules = [] } = await client.send(command);
  client.destroy();
  return Rules;
}

interface Gate {
  readonly url: string;
  readonly refusedOne: Promise<void>;
  open(): void;
  close(): void;
  end(): Promise<void>;
}

/** A gateway to the S3 server that can be closed, which cuts all connections. */
async function openGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target);
  let isOpen = true;
  let note = (): void => undefined;
  const sockets = new Set<Socket>();
  const refusedOne = new Promise<void>((resolve) => (note = resolve));
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (!isOpen) {
      socket.destroy();
      note();
      return;
    }
    sockets.add(socket);
    const behind = connect(Number(port), hostname);
    behind.on('error', () => socket.destroy());
    socket.on('close', () => behind.destroy());
    behind.on('close', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusedOne,
    open: () => (isOpen = true),
    close: () => (isOpen = false),
    end: () => {
      // The SDK keeps its connections open.
      sockets.forEach((socket) => socket.destroy());
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

describe('finished files in S3', () => {
  if (hasObjectStorage(process.env)) {
    finishedFilesInS3();
  } else {
    it.skip("are only tested with Ceph's object gateway", () => undefined);
  }
});
