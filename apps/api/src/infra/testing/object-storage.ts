import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import type { S3Settings } from '../storage/s3/s3-settings.js';
import { waitUntil } from './wait-until.js';

/** The environment of a spec. */
interface SpecEnv {
  readonly [name: string]: string | undefined;
}

/** The key of the test server (scripts/testing/object-storage.mjs). */
const KEY = { accessKeyId: 'AK', secretAccessKey: 'SK' };

/**
 * False if this machine has no S3 server for tests.
 * @throws Error in CI if there is none, because skipped tests would look like passed ones
 */
export function hasObjectStorage({ DIPPER_TEST_S3_URL: url = '', CI }: SpecEnv): boolean {
  if (url === '' && CI) {
    throw new Error("the tests of S3 need Ceph's object gateway (radosgw), which is not installed");
  }
  return url !== '';
}

/** Waits for the S3 server that Jest started, and creates a bucket. */
export async function newBucket({ DIPPER_TEST_S3_URL: url = '' }: SpecEnv): Promise<S3Settings> {
  const bucket = `test-${randomBytes(8).toString('hex')}`;
  const settings: S3Settings = {
    ...{ endpoint: url, region: 'us-east-1', forcePathStyle: true },
    ...{ ...KEY, bucket, delivery: 'relay', retentionSeconds: 3600 },
  };
  await waitUntil(
    () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    'the S3 server',
  );
  const { endpoint = '', region, forcePathStyle } = settings;
  const client = new S3Client({ endpoint, region, forcePathStyle, credentials: KEY });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return settings;
}
