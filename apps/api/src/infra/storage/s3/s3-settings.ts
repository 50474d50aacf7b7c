import type { Env } from '../../env/env.js';
import { longestRetentionSeconds } from '../../limits/tiers.js';

/** How visitors get a finished file that is in S3. */
type S3Delivery = 'relay' | 'x-accel' | 'redirect';

export interface S3Settings {
  /** The service's URL; undefined for Amazon S3 in `region`. */
  readonly endpoint: string | undefined;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True if the bucket is named in the path instead of in the host name. */
  readonly forcePathStyle: boolean;
  readonly delivery: S3Delivery;
  /** The longest that a finished file is kept, in seconds. */
  readonly retentionSeconds: number;
}

type S3Env = Pick<
  Env,
  | 'S3_ENDPOINT'
  | 'S3_BUCKET'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_FORCE_PATH_STYLE'
  | 'S3_DELIVERY'
  | 'FILE_RETENTION_SECONDS'
  | 'FEED_RETENTION_SECONDS'
>;

/** @returns undefined if no bucket is configured, so that finished files stay on disk */
export function s3Settings(env: S3Env): S3Settings | undefined {
  return env.S3_BUCKET === undefined
    ? undefined
    : {
        endpoint: env.S3_ENDPOINT,
        bucket: env.S3_BUCKET,
        region: env.S3_REGION,
        // env.schema.ts requires both keys if there is a bucket.
        accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
        forcePathStyle: env.S3_FORCE_PATH_STYLE === 'on',
        delivery: env.S3_DELIVERY,
        retentionSeconds: longestRetentionSeconds(env),
      };
}
