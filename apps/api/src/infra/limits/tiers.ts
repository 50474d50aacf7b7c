import type { DomainConfig } from '@dipper/contract';
import type { Env } from '../env/env.js';

/** The tier of new accounts. The operator may give an account a tier of any other name. */
export const FREE_TIER = 'free';

interface TierLimits {
  /** The factor by which `VISITOR_LIMITS` are multiplied. */
  readonly requests: number;
  /**
   * Whether requests and pages in line are counted by address, or by account wherever it is used.
   * Anybody can have many free accounts, so these are counted by address.
   */
  readonly countedBy: 'address' | 'account';
  /** How many API keys an account may have. */
  readonly keys: number;
  /** How many requests a minute an API key may send to all limited endpoints together. */
  readonly keyRequests: number;
  /** How many downloads an account may save to its history per day (UTC); null for no limit. */
  readonly dailyDownloads: (site: Pick<DomainConfig, 'accounts'>) => number | null;
  /** How many bytes may be delivered per day (UTC); null for no limit. */
  readonly dailyBytes: (settings: { readonly dailyBytes: number | null }) => number | null;
  /**
   * The factor by which `FEED_RETENTION_SECONDS` is multiplied. A paid account's files stay for
   * longer, because only the operator can give it its tier, so the operator knows how many there are.
   */
  readonly feedRetention: number;
}

type Retention = Pick<Env, 'FILE_RETENTION_SECONDS' | 'FEED_RETENTION_SECONDS'>;

const asSet: TierLimits['dailyBytes'] = ({ dailyBytes }) => dailyBytes;

/** One row for each tier, one column for each limit. No tier can have a name in parentheses. */
const TIERS = {
  '(no account)': {
    ...{ requests: 1, countedBy: 'address' },
    ...{ keys: 0, keyRequests: 0 },
    ...{ dailyDownloads: () => null, dailyBytes: asSet },
    feedRetention: 0,
  },
  [FREE_TIER]: {
    ...{ requests: 1, countedBy: 'address' },
    ...{ keys: 10, keyRequests: 120 },
    dailyDownloads: ({ accounts }) => accounts.dailyDownloads,
    ...{ dailyBytes: asSet, feedRetention: 1 },
  },
  '(any other)': {
    ...{ requests: 1, countedBy: 'account' },
    ...{ keys: 50, keyRequests: 1200 },
    ...{ dailyDownloads: () => null, dailyBytes: () => null },
    feedRetention: 4,
  },
} as const satisfies Record<string, TierLimits>;

const rows: ReadonlyMap<string, TierLimits> = new Map(Object.entries(TIERS));

/** @param tier null for a visitor without an account */
export function limitsOf(tier: string | null): TierLimits {
  return rows.get(tier ?? '(no account)') ?? TIERS['(any other)'];
}

/**
 * How long a file in the feed of an account with this tier is kept after it was made, in seconds. It
 * is never kept for less time than other files.
 */
export function feedRetentionSeconds(tier: string, env: Retention): number {
  return longerRetention(limitsOf(tier).feedRetention, env);
}

/** The longest that any finished file is kept, in seconds. */
export function longestRetentionSeconds(env: Retention): number {
  return longerRetention(Math.max(...[...rows.values()].map((row) => row.feedRetention)), env);
}

function longerRetention(factor: number, env: Retention): number {
  return Math.max(env.FILE_RETENTION_SECONDS, (env.FEED_RETENTION_SECONDS ?? 0) * factor);
}
