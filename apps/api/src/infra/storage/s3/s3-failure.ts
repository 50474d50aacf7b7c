/** The fields that we use of the SDK's errors. Network errors have none of them. */
interface S3Error {
  readonly name?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/**
 * Temporary failures whose statuses (404 for an upload that S3 has dropped, and 400) suggest a
 * mistake of ours.
 */
const PASSING = new Set(['NoSuchUpload', 'RequestTimeout']);

/** True if an object does not exist. A missing bucket is a failure of the store instead. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as S3Error;
  return name !== 'NoSuchBucket' && name !== 'NoSuchUpload' && $metadata?.httpStatusCode === 404;
}

/** True if an upload has ended or been abandoned. Ceph's gateway reports NoSuchKey. */
export function isUploadOver(error: unknown): boolean {
  return (error as S3Error).name === 'NoSuchUpload' || isMissing(error);
}

/**
 * True if the same request may succeed later, because the network is down, or the service is
 * overloaded or failing. False if the operator must change something, such as the keys, the
 * permissions or the bucket.
 */
export function isPassing(error: unknown): boolean {
  const { name = '', $metadata } = error as S3Error;
  const status = $metadata?.httpStatusCode ?? 0;
  return PASSING.has(name) || status < 300 || status >= 500 || status === 408 || status === 429;
}

/** A sentence for the operator, without the keys. */
export function failureSentence(error: unknown, bucket: string): string {
  const { name = 'unknown error', message = '', $metadata } = error as S3Error;
  switch (PASSING.has(name) ? undefined : $metadata?.httpStatusCode) {
    case 301:
    case 307:
    case 400:
      return `S3 does not accept requests for the bucket ${bucket} (${name}): check S3_REGION, S3_ENDPOINT and S3_FORCE_PATH_STYLE.`;
    case 401:
    case 403:
      return `S3 refuses access to the bucket ${bucket} (${name}): check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the permissions of that key.`;
    case 404:
      return `S3 has no bucket ${bucket}: create it, or check S3_BUCKET and S3_FORCE_PATH_STYLE.`;
    default:
      return `S3 does not respond (${/\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? name}): check S3_ENDPOINT, and whether the service is running.`;
  }
}
