import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetBucketLifecycleConfigurationCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { unlessAborted } from '../../unless-aborted.js';
import type { ByteSpan } from '../file-store.port.js';
import { isUploadOver } from './s3-failure.js';
import { safetyRule, withRule } from './s3-lifecycle.js';
import type { S3Settings } from './s3-settings.js';

const MIB = 1024 ** 2;
/** An object has at most 10,000 parts. Each part in flight is held in memory. */
const PART_BYTES = 8 * MIB;
const MAX_PARTS = 10_000;
const PARTS_AT_ONCE = 3;
/** How long a connection may be silent, in milliseconds. */
const SILENCE_MS = 30_000;
/** Time limit for a request about objects, including all attempts, in milliseconds. */
const QUESTION_MS = 15_000;
const CONNECT_MS = 3000;
/**
 * Each visitor who reads a file through us holds a connection, so the SDK's default of 50 would
 * make the others wait. Visitors are limited elsewhere (`CONNECTIONS_PER_ADDRESS`).
 */
const MAX_CONNECTIONS = 10_000;

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  /** By the service's clock; null if unknown. */
  readonly modifiedAt: Date | null;
}

export interface UnfinishedUpload {
  readonly key: string;
  readonly id: string;
  /** How many parts have arrived. */
  readonly parts: number;
}

export interface UploadOptions {
  readonly mediaType: string;
  readonly bytes: number;
  readonly signal: AbortSignal;
  /** Called with the number of bytes that S3 has accepted. */
  readonly onBytes: (sent: number) => void;
}

export interface PresignOptions {
  readonly method: 'GET' | 'HEAD';
  readonly disposition: string;
  readonly mediaType: string;
  readonly forSeconds: number;
}

/**
 * The objects below a prefix of a bucket. The only file that imports Amazon's SDK. Fails with the
 * SDK's errors (`s3-failure.ts`).
 */
export class S3Bucket {
  private readonly client: S3Client;
  private readonly name: string;

  /** @param prefix of our objects, ending in a slash; '' for the whole bucket */
  constructor(
    private readonly settings: S3Settings,
    private readonly prefix: string,
  ) {
    this.name = settings.bucket;
    const pool = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
    this.client = new S3Client({
      region: settings.region,
      forcePathStyle: settings.forcePathStyle,
      ...(settings.endpoint !== undefined && { endpoint: settings.endpoint }),
      credentials: {
        accessKeyId: settings.accessKeyId,
        secretAccessKey: settings.secretAccessKey,
      },
      // Ceph and older services reply with 400 to the checksums that newer SDKs send by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        httpAgent: new Agent(pool),
        httpsAgent: new TlsAgent(pool),
      },
    });
  }

  close(): void {
    this.client.destroy();
  }

  /** Fails if the bucket is missing or can't be accessed with these keys. */
  async check(): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.name }), question());
  }

  /**
   * Uploads a file in parts. The object appears once S3 has all of it. If anything fails, the parts
   * are removed. If the signal is aborted, this fails immediately with the signal's reason.
   * Whatever S3 already has is removed afterwards, because parts in flight may take a minute.
   */
  async upload(
    key: string,
    path: string,
    { mediaType, bytes, signal, onBytes }: UploadOptions,
  ): Promise<void> {
    signal.throwIfAborted();
    const body = createReadStream(path);
    // The SDK may not have started to read the body, or may have stopped.
    body.on('error', () => undefined);
    const upload = new Upload({
      client: this.client,
      params: { ...this.at(key), Body: body, ContentType: mediaType },
      queueSize: PARTS_AT_ONCE,
      partSize: Math.max(PART_BYTES, Math.ceil(bytes / MAX_PARTS)),
    });
    upload.on('httpUploadProgress', ({ loaded }) => onBytes(loaded ?? 0));
    const done = upload.done();
    try {
      await unlessAborted(done, signal);
      signal.throwIfAborted();
    } catch (error) {
      if (signal.aborted) {
        // The last part may already be on its way. Otherwise, the SDK removes the parts. If that
        // also fails, the sweep or the lifecycle rule removes them.
        done.then(() => this.remove(key)).catch(() => undefined);
      }
      throw error;
    } finally {
      // Unlike `Upload.abort`, this makes `done` wait until the parts are removed.
      body.destroy(signal.aborted ? (signal.reason as Error) : undefined);
    }
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    await this.client.send(new PutObjectCommand({ ...this.at(key), Body: body }), question());
  }

  /** @returns the size in bytes */
  async sizeOf(key: string): Promise<number> {
    const head = await this.client.send(new HeadObjectCommand(this.at(key)), question());
    return head.ContentLength ?? 0;
  }

  /** @returns the object, or a part of it, and the size of what will arrive, in bytes */
  async open(
    key: string,
    span?: ByteSpan,
    signal?: AbortSignal,
  ): Promise<{ body: Readable; bytes: number }> {
    const { Body, ContentLength } = await this.client.send(
      new GetObjectCommand({
        ...this.at(key),
        ...(span && { Range: `bytes=${span.first}-${span.last}` }),
      }),
      signal && { abortSignal: signal },
    );
    return { body: Body as Readable, bytes: ContentLength ?? 0 };
  }

  async remove(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.at(key)), question());
  }

  /** Resets an object's age for the lifecycle rule, without transferring it. */
  async renew(key: string): Promise<void> {
    const { ContentType } = await this.client.send(new HeadObjectCommand(this.at(key)), question());
    await this.client.send(
      new CopyObjectCommand({
        ...this.at(key),
        CopySource: `${this.name}/${this.prefix}${key}`,
        // S3 refuses to copy an object to itself unless something is replaced.
        MetadataDirective: 'REPLACE',
        ContentType,
      }),
    );
  }

  /** All objects, with their keys relative to the prefix. */
  async list(): Promise<StoredObject[]> {
    const found: StoredObject[] = [];
    let next: string | undefined;
    do {
      const page = await this.client.send(
        new ListObjectsV2Command({
          Bucket: this.name,
          Prefix: this.prefix,
          ...(next !== undefined && { ContinuationToken: next }),
        }),
        question(),
      );
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        found.push({
          key: Key.slice(this.prefix.length),
          bytes: Size,
          modifiedAt: LastModified ?? null,
        });
      }
      next = page.NextContinuationToken;
    } while (next !== undefined);
    return found;
  }

  /**
   * A URL that gives access to the object to anyone who has it.
   * @returns an absolute URL
   */
  presign(
    key: string,
    { method, disposition, mediaType, forSeconds }: PresignOptions,
  ): Promise<string> {
    const input = {
      ...this.at(key),
      ResponseContentDisposition: disposition,
      ResponseContentType: mediaType,
    };
    const options = { expiresIn: forSeconds };
    // The signature covers the method.
    return method === 'HEAD'
      ? getSignedUrl(this.client, new HeadObjectCommand(input), options)
      : getSignedUrl(this.client, new GetObjectCommand(input), options);
  }

  /** Uploads of all processes that have not ended, including those left by killed processes. */
  async unfinishedUploads(): Promise<UnfinishedUpload[]> {
    const { Uploads = [] } = await this.client.send(
      new ListMultipartUploadsCommand({ Bucket: this.name, Prefix: this.prefix }),
      question(),
    );
    const found: UnfinishedUpload[] = [];
    for (const { Key = '', UploadId = '' } of Uploads) {
      const parts = await this.partsOf({ Bucket: this.name, Key, UploadId }).catch(
        (error: unknown) => {
          if (isUploadOver(error)) {
            return null;
          }
          throw error;
        },
      );
      if (parts !== null) {
        found.push({ key: Key.slice(this.prefix.length), id: UploadId, parts });
      }
    }
    return found;
  }

  async abandon({ key, id }: UnfinishedUpload): Promise<void> {
    const upload = { ...this.at(key), UploadId: id };
    await this.client.send(new AbortMultipartUploadCommand(upload), question());
  }

  /**
   * Adds a rule to the bucket that removes what we fail to remove, unless the bucket already has
   * this rule.
   */
  async ensureLifecycle(): Promise<void> {
    const rule = safetyRule(this.prefix, this.settings.retentionSeconds);
    const Rules = withRule(await this.lifecycleRules(), rule);
    if (Rules === null) {
      return;
    }
    const command = new PutBucketLifecycleConfigurationCommand({
      Bucket: this.name,
      LifecycleConfiguration: { Rules },
    });
    // Ceph and older services require this header here; Amazon accepts it.
    command.middlewareStack.add(
      (next) => (args) => {
        const request = args.request as { body?: string; headers: Record<string, string> };
        const digest = createHash('md5').update(request.body ?? '');
        request.headers['content-md5'] = digest.digest('base64');
        return next(args);
      },
      { step: 'build', name: 'contentMd5' },
    );
    await this.client.send(command, question());
  }

  private async partsOf(upload: { Bucket: string; Key: string; UploadId: string }) {
    let count = 0;
    let marker: string | undefined;
    do {
      const page = await this.client.send(
        new ListPartsCommand({
          ...upload,
          ...(marker !== undefined && { PartNumberMarker: marker }),
        }),
        question(),
      );
      count += page.Parts?.length ?? 0;
      marker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
    } while (marker !== undefined);
    return count;
  }

  private async lifecycleRules() {
    try {
      const command = new GetBucketLifecycleConfigurationCommand({ Bucket: this.name });
      return (await this.client.send(command, question())).Rules ?? [];
    } catch (error) {
      if ((error as Error).name === 'NoSuchLifecycleConfiguration') {
        return [];
      }
      throw error;
    }
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.name, Key: this.prefix + key };
  }
}

function question(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(QUESTION_MS) };
}
