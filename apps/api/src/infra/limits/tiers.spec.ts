import type { DomainConfig } from '@dipper/contract';
import { limitsOf } from './tiers.js';

const SITE = { accounts: { dailyDownloads: 50 } } as DomainConfig;

it.each([
  [null, 'address', null],
  ['free', 'address', 50],
  ['pro', 'account', null],
  // The operator may give a tier any name.
  ['constructor', 'account', null],
])('limits the tier %j by the right row', (tier, countedBy, daily) => {
  const limits = limitsOf(tier);
  expect([limits.countedBy, limits.dailyDownloads(SITE)]).toEqual([countedBy, daily]);
});
