import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { contentDisposition } from '../../http/reply/content-disposition.js';
import { outputMediaType } from '../../http/reply/media-type.js';
import type { DiskRoom } from '../room/disk-room.js';
import type {
  ByteSpan,
  FileStore,
  FileWork,
  HandedOut,
  PublishOptions,
  SentAs,
  StoredFile,
} from '../file-store.port.js';
import { isSafeName, safeName } from '../safe-name.js';
import { isSidecar, sidecarName } from '../sidecar-name.js';
import { FileNotStored, StoreUnavailable } from '../store-unavailable.js';
import { removeOldCopies } from './old-copies.js';
import { resumedStream } from './resumed-stream.js';
import { failureSentence, isMissing, isPassing } from './s3-failure.js';
import type { S3Bucket, StoredObject } from './s3-bucket.js';
import { isDueForRenewal } from './s3-lifecycle.js';
import type { S3Settings } from './s3-settings.js';

/** How long to retry an upload while S3 fails, and the pauses in between, in milliseconds. */
const UPLOAD = { patienceMs: 10 * 60_000, firstPauseMs: 500, longestPauseMs: 15_000 };
/** How long an upload may receive no part before its process counts as dead, in milliseconds. */
const IDLE_UPLOAD_MS = 3_600_000;
/** How often to look for such uploads, in milliseconds. */
const LOOK_FOR_UPLOADS_MS = 600_000;
/** The longest validity of a pre-signed URL (Signature Version 4): a week, in seconds. */
const MAX_PRESIGNED_SECONDS = 604_800;
/** The size of the largest sidecar, in bytes. Larger objects are not ours. */
const MAX_SIDECAR_BYTES = 1024 ** 2;

export interface S3StoreOptions {
  readonly settings: Pick<S3Settings, 'bucket' | 'delivery' | 'retentionSeconds'>;
  /** The folder for copies that programs read, on the media volume. */
  readonly folder: string;
  /** nginx's internal location that leads to S3, ending in a slash. */
  readonly accelRedirect?: string | undefined;
  readonly upload?: typeof UPLOAD;
}

/**
 * Stores finished files in an S3 bucket, so that processes need no shared disk. Sidecars are also
 * objects. S3 shows an object only once it has been uploaded completely.
 */
export class S3Store implements FileStore, OnModuleInit, OnApplicationShutdown {
  readonly usesDisk = false;
  private readonly logger = new Logger(S3Store.name);
  private readonly listeners: ((name: string) => void)[] = [];
  /**
   * When this process first saw each version of an object, by its own monotonic clock, in
   * milliseconds. S3 dates an object by the start of its upload, which may have taken an hour.
   */
  private firstSeen = new Map<string, number>();
  /** The unfinished uploads at the last check, and how long each has received no part. */
  private uploads = new Map<string, { readonly parts: number; readonly sinceMs: number }>();
  private uploadsLookedAt = -Infinity;
  /** The names of the copies that this process has made and still uses. */
  private readonly copies = new Set<string>();
  private readonly closed = new AbortController();

  constructor(
    private readonly bucket: Pick<S3Bucket, keyof S3Bucket>,
    private readonly room: Pick<DiskRoom, 'reserve'>,
    private readonly options: S3StoreOptions,
  ) {}

  async onModuleInit(): Promise<void> {
    await mkdir(this.options.folder, { recursive: true });
    await removeOldCopies(this.options.folder);
    // S3 may be down at startup. The process starts anyway, and /api/ready reports it.
    void this.prepare();
  }

  onApplicationShutdown(): void {
    this.closed.abort();
    this.bucket.close();
  }

  async isAvailable(): Promise<boolean> {
    try {
      await this.bucket.check();
      return true;
    } catch (error) {
      this.logger.warn(this.explain(error));
      return false;
    }
  }

  async publish(
    path: string,
    name: string,
    _run: unknown,
    { signal = this.closed.signal, onShare = () => undefined }: PublishOptions = {},
  ): Promise<number> {
    const key = safeName(name);
    const { size } = await stat(path);
    const mediaType = outputMediaType(name.slice(name.lastIndexOf('.') + 1));
    let isRepeated = false;
    await this.persistently(signal, async () => {
      // S3 may have stored the file even if its reply did not arrive.
      if (isRepeated && (await this.storedBytes(key)) === size) {
        return;
      }
      isRepeated = true;
      const onBytes = (sent: number): void => onShare(size === 0 ? 1 : Math.min(1, sent / size));
      await this.bucket.upload(key, path, { mediaType, bytes: size, signal, onBytes });
      const stored = await this.bucket.sizeOf(key);
      if (stored !== size) {
        throw new Error(`S3 has ${stored} bytes of ${size}`);
      }
    });
    return size;
  }

  async sizeOf(name: string): Promise<number | null> {
    return this.unlessMissing(this.bucket.sizeOf(safeName(name)));
  }

  async open(name: string, span?: ByteSpan): Promise<Readable | null> {
    const key = safeName(name);
    const first = await this.unlessMissing(this.bucket.open(key, span));
    if (first === null) {
      return null;
    }
    const whole = span ?? { first: 0, last: first.bytes - 1 };
    return resumedStream(first.body, whole, async (part, signal) => {
      const next = await this.unlessMissing(this.bucket.open(key, part, signal));
      return next?.body ?? null;
    });
  }

  async withPath<T>(name: string, work: FileWork<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const bytes = await this.sizeOf(name);
    const stream = bytes === null ? null : await this.open(name);
    if (bytes === null || stream === null) {
      throw new Error(`${name} is gone`);
    }
    const copy = `copy-${randomUUID()}`;
    const path = join(this.options.folder, copy);
    this.copies.add(copy);
    try {
      const room = await this.room.reserve(bytes, copy);
      const ended = AbortSignal.any([signal, room.ended]);
      try {
        await pipeline(stream, createWriteStream(path), { signal: ended });
        room.count(bytes);
        return await work(path, ended);
      } catch (error) {
        // Throw the signal's reason, because `pipeline` fails with another error.
        ended.throwIfAborted();
        throw error;
      } finally {
        await rm(path, { force: true });
        room.release();
      }
    } finally {
      this.copies.delete(copy);
      stream.destroy();
    }
  }

  async handOut(
    name: string,
    { fileName, mediaType, download }: SentAs,
    method: 'GET' | 'HEAD',
  ): Promise<HandedOut | null> {
    const { settings, accelRedirect } = this.options;
    // Pages read and play files through us: their content security policy allows no other host.
    const isRedirect = settings.delivery === 'redirect' && download && method === 'GET';
    const isProxied = settings.delivery === 'x-accel' && accelRedirect !== undefined;
    if (!isRedirect && !isProxied) {
      return null;
    }
    const url = await this.bucket.presign(safeName(name), {
      method,
      mediaType,
      disposition: contentDisposition(fileName, download ? 'attachment' : 'inline'),
      forSeconds: Math.min(settings.retentionSeconds, MAX_PRESIGNED_SECONDS),
    });
    if (isRedirect) {
      return { to: 'visitor', url };
    }
    const { pathname, search } = new URL(url);
    return { to: 'proxy', url: `${accelRedirect}${pathname.slice(1)}${search}` };
  }

  async remove(name: string): Promise<void> {
    const key = safeName(name);
    this.listeners.forEach((listener) => listener(name));
    await this.answered(this.bucket.remove(key));
    await this.answered(this.bucket.remove(sidecarName(key)));
  }

  onRemove(listener: (name: string) => void): void {
    this.listeners.push(listener);
  }

  async readSidecar(name: string): Promise<Buffer | null> {
    const key = sidecarName(safeName(name));
    try {
      const { body } = await this.bucket.open(key, { first: 0, last: MAX_SIDECAR_BYTES - 1 });
      return await buffer(body);
    } catch {
      return null;
    }
  }

  async writeSidecar(name: string, bytes: Uint8Array): Promise<void> {
    const key = sidecarName(safeName(name));
    await this.answered(this.bucket.put(key, bytes));
    if ((await this.sizeOf(name)) === null) {
      await this.answered(this.bucket.remove(key));
    }
  }

  async survey(): Promise<StoredFile[]> {
    const now = performance.now();
    const objects = (await this.answered(this.bucket.list())).filter(({ key }) => isSafeName(key));
    const files = objects.filter(({ key }) => !isSidecar(key));
    this.firstSeen = new Map(
      files.map((file) => [versionOf(file), this.firstSeen.get(versionOf(file)) ?? now] as const),
    );
    const kept = new Set(files.map(({ key }) => sidecarName(key)));
    const left = objects.filter(({ key }) => isSidecar(key) && !kept.has(key));
    await Promise.allSettled(left.map(({ key }) => this.bucket.remove(key)));
    await this.renewOld(files);
    await this.abandonUploads(now);
    // At startup, the copies of a process that was just killed are still too new to be removed.
    await removeOldCopies(this.options.folder, this.copies).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Old copies could not be removed; trying again later');
    });
    return files.map((file) => ({
      name: file.key,
      bytes: file.bytes,
      ageMs: now - (this.firstSeen.get(versionOf(file)) ?? now),
    }));
  }

  /** @returns null if the object is missing @throws the SDK's error */
  private async storedBytes(key: string): Promise<number | null> {
    try {
      return await this.bucket.sizeOf(key);
    } catch (error) {
      if (isMissing(error)) {
        return null;
      }
      throw error;
    }
  }

  /** Retries an upload while S3 fails in a way that may be temporary. */
  private async persistently(signal: AbortSignal, upload: () => Promise<void>): Promise<void> {
    const { patienceMs, firstPauseMs, longestPauseMs } = this.options.upload ?? UPLOAD;
    const giveUpAt = performance.now() + patienceMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await upload();
        return;
      } catch (error) {
        signal.throwIfAborted();
        const isOver = !isPassing(error) || performance.now() + pauseMs > giveUpAt;
        if (isOver) {
          throw new FileNotStored(this.explain(error));
        }
        this.logger.warn(`${this.explain(error)} Trying to publish the file again.`);
        await delay(pauseMs, undefined, { signal });
      }
    }
  }

  /** Keeps the lifecycle rule from removing files that are in use; the sweep removes the others. */
  private async renewOld(files: readonly StoredObject[]): Promise<void> {
    const { retentionSeconds } = this.options.settings;
    const old = files.filter((file) => isDueForRenewal(file, retentionSeconds, Date.now()));
    for (const { key } of old) {
      await this.bucket.renew(key).catch((error: unknown) => {
        this.logger.warn(`The age of a file in S3 could not be reset. ${this.explain(error)}`);
      });
    }
  }

  /** Removes the parts of uploads whose processes were killed. */
  private async abandonUploads(now: number): Promise<void> {
    if (now - this.uploadsLookedAt < LOOK_FOR_UPLOADS_MS) {
      return;
    }
    this.uploadsLookedAt = now;
    try {
      const found = await this.bucket.unfinishedUploads();
      this.uploads = new Map(
        found.map(({ id, parts }) => {
          const before = this.uploads.get(id);
          return [id, before?.parts === parts ? before : { parts, sinceMs: now }] as const;
        }),
      );
      const idle = found.filter(
        ({ id }) => now - (this.uploads.get(id)?.sinceMs ?? now) >= IDLE_UPLOAD_MS,
      );
      await Promise.all(idle.map((upload) => this.bucket.abandon(upload)));
    } catch (error) {
      this.logger.warn(
        `Unfinished uploads could not be removed; trying again later. ${this.explain(error)}`,
      );
    }
  }

  private async prepare(): Promise<void> {
    await this.bucket.ensureLifecycle().catch((error: unknown) => {
      const why = this.explain(error);
      this.logger.warn(
        `The lifecycle rule of the bucket could not be set (docs/operator.md, "Files in S3"). ${why}`,
      );
    });
  }

  /** @returns null if the object is missing @throws StoreUnavailable */
  private async unlessMissing<T>(asked: Promise<T>): Promise<T | null> {
    try {
      return await asked;
    } catch (error) {
      if (isMissing(error)) {
        return null;
      }
      throw new StoreUnavailable(this.explain(error));
    }
  }

  private async answered<T>(asked: Promise<T>): Promise<T> {
    return asked.catch((error: unknown) => {
      throw new StoreUnavailable(this.explain(error));
    });
  }

  /** Logged instead of the SDK's error, which may include the request with its signature. */
  private explain(error: unknown): string {
    return failureSentence(error, this.options.settings.bucket);
  }
}

/** A text that changes if the object is replaced under the same key. */
function versionOf({ key, modifiedAt }: StoredObject): string {
  return `${key} ${modifiedAt?.getTime()}`;
}
