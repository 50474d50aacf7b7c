import type { DomainConfig } from '@dipper/contract';
import { feedRetentionSeconds, limitsOf, longestRetentionSeconds } from './tiers.js';

const SITE = { accounts: { dailyDownloads: 50 } } as DomainConfig;

it.each([
  [null, 'address', null],
  ['free', 'address', 50],
  ['pro', 'account', null],
  // The operator may give a tier any name.
  ['constructor', 'account', null],
])('applies the right row to the tier %j', (tier, countedBy, daily) => {
  const limits = limitsOf(tier);
  expect([limits.countedBy, limits.dailyDownloads(SITE)]).toEqual([countedBy, daily]);
});

it.each([
  [undefined, [3600, 3600, 3600]],
  // Never less than other files.
  [600, [3600, 3600, 3600]],
  [7200, [7200, 28_800, 28_800]],
])('keeps files in feeds for as long as the tier says, if that is set to %j', (seconds, kept) => {
  const env = { FILE_RETENTION_SECONDS: 3600, FEED_RETENTION_SECONDS: seconds };
  const ofFeeds = ['free', 'pro'].map((tier) => feedRetentionSeconds(tier, env));
  expect([...ofFeeds, longestRetentionSeconds(env)]).toEqual(kept);
});
