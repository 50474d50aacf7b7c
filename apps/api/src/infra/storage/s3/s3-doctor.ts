import { randomBytes } from 'node:crypto';
import { failureSentence } from './s3-failure.js';
import type { S3Settings } from './s3-settings.js';

/** The operations on a bucket for which a key may lack permission. */
interface TriedBucket {
  check(): Promise<void>;
  put(key: string, body: Uint8Array): Promise<void>;
  sizeOf(key: string): Promise<number>;
  list(): Promise<readonly unknown[]>;
  unfinishedUploads(): Promise<readonly unknown[]>;
  remove(key: string): Promise<void>;
  ensureLifecycle(): Promise<void>;
}

interface S3Findings {
  /** Sentences for the operator. */
  readonly lines: readonly string[];
  /** False if files can't be stored. */
  readonly works: boolean;
}

/**
 * Tries everything that the server needs in a bucket, with a test object.
 * @param bucket below a prefix that nothing else uses
 */
export async function examineBucket(
  bucket: TriedBucket,
  { bucket: name }: Pick<S3Settings, 'bucket'>,
): Promise<S3Findings> {
  const key = `${randomBytes(16).toString('hex')}.txt`;
  const steps: readonly [string, () => Promise<unknown>][] = [
    ['reach the bucket', () => bucket.check()],
    ['store a file', () => bucket.put(key, Buffer.from('doctor'))],
    ['read a file', () => bucket.sizeOf(key)],
    ['list the files', () => bucket.list()],
    ['list unfinished uploads', () => bucket.unfinishedUploads()],
    ['remove a file', () => bucket.remove(key)],
  ];
  for (const [what, step] of steps) {
    const problem = await failureOf(step, name);
    if (problem !== null) {
      return { lines: [`Files in S3: the server can't ${what}.`, `  ${problem}`], works: false };
    }
  }
  const rule = await failureOf(() => bucket.ensureLifecycle(), name);
  return {
    lines: [
      `Files in S3: the bucket ${name} works.`,
      ...(rule === null
        ? []
        : [
            'The lifecycle rule can\'t be set; set it manually (docs/operator.md, "Files in S3"), or the files of a stopped server are never removed.',
          ]),
    ],
    works: true,
  };
}

async function failureOf(step: () => Promise<unknown>, name: string): Promise<string | null> {
  try {
    await step();
    return null;
  } catch (error) {
    return failureSentence(error, name);
  }
}
