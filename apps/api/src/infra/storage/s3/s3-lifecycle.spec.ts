import { isDueForRenewal, safetyRule, withRule } from './s3-lifecycle.js';

const OURS = safetyRule('dipper/abc/', 3600);
const THEIRS = { ID: 'logs', Status: 'Enabled', Expiration: { Days: 30 } } as const;

it.each([
  [1, 1],
  [3600, 1],
  [86_400, 1],
  [86_401, 2],
])('the rule never removes a file early: files for %d s are kept for %d days', (seconds, days) => {
  expect(safetyRule('dipper/abc/', seconds).Expiration).toEqual({ Days: days });
});

it('the rule applies to our own objects only', () => {
  expect(OURS).toMatchObject({ ID: 'dipper/abc', Filter: { Prefix: 'dipper/abc/' } });
});

it('the rule is added to those of others, and replaces an older one of ours', () => {
  expect(withRule([THEIRS], OURS)).toEqual([THEIRS, OURS]);
  expect(withRule([safetyRule('dipper/abc/', 100_000), THEIRS], OURS)).toEqual([THEIRS, OURS]);
  expect(withRule([THEIRS, { ...OURS, Status: 'Disabled' }], OURS)).toEqual([THEIRS, OURS]);
  const { ID, Status, Filter, Expiration } = OURS;
  expect(withRule([THEIRS, { ID, Status, Filter, Expiration }], OURS)).toEqual([THEIRS, OURS]);
});

it('the rule is not added again if the bucket has it', () => {
  expect(withRule([OURS, THEIRS], OURS)).toBeNull();
});

it.each([
  [17, 100, false],
  [19, 100, true],
  [19, 6 * 1024 ** 3, false],
])('renews a shared file before the rule removes it: %d hours, %d bytes', (hours, bytes, due) => {
  const nowMs = Date.UTC(2026, 0, 10);
  const modifiedAt = new Date(nowMs - hours * 3_600_000);
  expect(isDueForRenewal({ bytes, modifiedAt }, 3600, nowMs)).toBe(due);
});
