import type { LifecycleRule } from '@aws-sdk/client-s3';

const DAY_SECONDS = 86_400;
/** How long before its removal a file that is still in use is renewed, in milliseconds. */
const AHEAD_MS = 6 * 3_600_000;
/** The largest object that S3 can copy in one request. */
const MAX_COPIED_BYTES = 5 * 1024 ** 3;

/**
 * The rule that removes what we could not remove ourselves, for example because all processes have
 * been shut down. S3 counts in whole days and rounds up, so it never removes a file early.
 * @param prefix of our objects; the rule applies to nothing else in the bucket
 */
export function safetyRule(prefix: string, retentionSeconds: number): LifecycleRule {
  return {
    ID: prefix.replace(/\W+$/, ''),
    Status: 'Enabled',
    Filter: { Prefix: prefix },
    Expiration: { Days: daysOf(retentionSeconds) },
    // In a bucket with versioning, removed objects would otherwise stay forever.
    NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
  };
}

/**
 * Adds our rule to the bucket's rules, which S3 can only replace together.
 * @returns null if the bucket already has the rule
 */
export function withRule(
  existing: readonly LifecycleRule[],
  rule: LifecycleRule,
): LifecycleRule[] | null {
  const same = existing.find(({ ID }) => ID === rule.ID);
  const isSame =
    same?.Status === 'Enabled' &&
    same.Expiration?.Days === rule.Expiration?.Days &&
    same.NoncurrentVersionExpiration?.NoncurrentDays ===
      rule.NoncurrentVersionExpiration?.NoncurrentDays;
  return isSame ? null : [...existing.filter(({ ID }) => ID !== rule.ID), rule];
}

/**
 * True if the rule would soon remove an object that is still in use. Files of popular items are
 * shared between tasks, so they can be older than any task.
 */
export function isDueForRenewal(
  { bytes, modifiedAt }: { readonly bytes: number; readonly modifiedAt: Date | null },
  retentionSeconds: number,
  nowMs: number,
): boolean {
  const dueMs = daysOf(retentionSeconds) * DAY_SECONDS * 1000 - AHEAD_MS;
  return modifiedAt !== null && nowMs - modifiedAt.getTime() > dueMs && bytes <= MAX_COPIED_BYTES;
}

function daysOf(retentionSeconds: number): number {
  return Math.max(1, Math.ceil(retentionSeconds / DAY_SECONDS));
}
