import type { DomainConfig } from '@dipper/contract';

/** The tier of new accounts. The operator may give an account a tier of any other name. */
export const FREE_TIER = 'free';

export interface TierLimits {
  /** What `VISITOR_LIMITS` are multiplied by. */
  readonly requests: number;
  /**
   * What requests and pages in line are counted by: the address, or the account, wherever it is
   * used. Anybody can have many free accounts, so these are counted by address.
   */
  readonly countedBy: 'address' | 'account';
  /** How many downloads an account may save to its history per day (UTC); null for no limit. */
  readonly dailyDownloads: (site: Pick<DomainConfig, 'accounts'>) => number | null;
  /** How many bytes may be delivered per day (UTC); null for no limit. */
  readonly dailyBytes: (settings: { readonly dailyBytes: number | null }) => number | null;
}

const asSet: TierLimits['dailyBytes'] = ({ dailyBytes }) => dailyBytes;

/** One row for each tier, one column for each limit. No tier can have a name in parentheses. */
const TIERS = {
  '(no account)': {
    ...{ requests: 1, countedBy: 'address' },
    ...{ dailyDownloads: () => null, dailyBytes: asSet },
  },
  [FREE_TIER]: {
    ...{ requests: 1, countedBy: 'address' },
    dailyDownloads: ({ accounts }) => accounts.dailyDownloads,
    dailyBytes: asSet,
  },
  '(any other)': {
    ...{ requests: 1, countedBy: 'account' },
    ...{ dailyDownloads: () => null, dailyBytes: () => null },
  },
} as const satisfies Record<string, TierLimits>;

const rows: ReadonlyMap<string, TierLimits> = new Map(Object.entries(TIERS));

/** @param tier null for a visitor without an account */
export function limitsOf(tier: string | null): TierLimits {
  return rows.get(tier ?? '(no account)') ?? TIERS['(any other)'];
}
