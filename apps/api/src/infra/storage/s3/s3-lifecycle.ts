import type { LifecycleRule } from '@aws-sdk/client-s3';

const DAY_SECONDS = 86_400;

/**
 * The rule that removes what we could not remove ourselves, for example because all processes have
 * been switched off. S3 counts in whole days and rounds up, so it never removes a file early.
 * @param prefix of our objects; the rule applies to nothing else in the bucket
 */
export function safetyRule(prefix: string, retentionSeconds: number): LifecycleRule {
  return {
    ID: prefix.replace(/\W+$/, ''),
    Status: 'Enabled',
    Filter: { Prefix: prefix },
    Expiration: { Days: Math.max(1, Math.ceil(retentionSeconds / DAY_SECONDS)) },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
  };
}

/**
 * Adds our rule to those of the bucket, which S3 can only replace all at once.
 * @returns null if the bucket already has the rule
 */
export function withRule(
  existing: readonly LifecycleRule[],
  rule: LifecycleRule,
): LifecycleRule[] | null {
  const same = existing.find(({ ID }) => ID === rule.ID);
  return same?.Status === 'Enabled' && same.Expiration?.Days === rule.Expiration?.Days
    ? null
    : [...existing.filter(({ ID }) => ID !== rule.ID), rule];
}
