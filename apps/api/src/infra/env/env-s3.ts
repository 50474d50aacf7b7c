import * as z from 'zod';
import { choice, optional, unset, urlOf } from './env-values.js';

export const s3 = {
  S3_BUCKET: optional(
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of an S3 bucket'),
  ).meta({
    values: 'name of a bucket',
    fallback: 'finished files stay in `DATA_DIR`',
    description:
      'Stores finished files in this bucket, so that processes on several machines need no shared disk. The bucket must exist. See [operator.md](operator.md#files-in-s3).',
  }),
  S3_ENDPOINT: urlOf('http:', 'https:').meta({
    fallback: "Amazon's service in `S3_REGION`",
    description: 'The address of the service, if it is not Amazon.',
  }),
  S3_REGION: z.preprocess(unset, z.string().default('us-east-1')).meta({
    values: 'name of a region',
    description: 'The region of the bucket. Most other services accept any name.',
  }),
  S3_ACCESS_KEY_ID: optional(z.string()).meta({
    values: 'text',
    fallback: 'none',
    description: 'The id of the key for the bucket. Required with `S3_BUCKET`.',
  }),
  S3_SECRET_ACCESS_KEY: optional(z.string()).meta({
    values: 'text',
    fallback: 'none',
    description: 'The secret part of that key. Required with `S3_BUCKET`.',
  }),
  S3_FORCE_PATH_STYLE: choice(['on', 'off'], 'off').meta({
    description:
      '`on` names the bucket in the path instead of in the host name, as MinIO and Ceph usually need it.',
  }),
  S3_DELIVERY: choice(['relay', 'x-accel', 'redirect'], 'relay').meta({
    description:
      'How visitors get a file. `relay`: through the server. `x-accel`: nginx fetches it from S3; needs `ACCEL_REDIRECT`. `redirect`: downloads go straight to S3 with a signed URL; players still read through the server.',
  }),
};
