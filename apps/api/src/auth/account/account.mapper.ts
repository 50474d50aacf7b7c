import {
  DEFAULT_PREFERENCES,
  type DomainConfig,
  type Profile,
  type RegisterInput,
  type User,
} from '@dipper/contract';
import type { Account } from './account.entity.js';

/** The tier with a daily limit; all others are paid and have none. */
export const FREE_TIER = 'free';

/** For a new account (specification §9). */
const DEFAULT_PROFILE: Profile = {
  display_name: '',
  avatar_url: '',
  timezone: 'UTC',
  language: 'en',
  country: '',
  preferences: DEFAULT_PREFERENCES,
};

/** A stored profile; older versions may have stored fewer fields. */
export function completeProfile(stored: Partial<Profile>): Profile {
  return {
    ...DEFAULT_PROFILE,
    ...stored,
    preferences: { ...DEFAULT_PREFERENCES, ...stored.preferences },
  };
}

/** An account as its owner sees it, without id and hash, which control access. */
export function toUser(
  account: Omit<Account, 'id' | 'passwordHash' | 'createdAt'>,
  { accounts }: Pick<DomainConfig, 'accounts'>,
  now = new Date(),
): User {
  const today = now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  return {
    email: account.email,
    username: account.username,
    email_verified: account.verifiedAt !== null,
    profile: completeProfile(account.profile),
    subscription: {
      tier: account.tier,
      usage_limits: {
        downloads_today: account.savedOn === today ? account.savedCount : 0,
        daily_limit: account.tier === FREE_TIER ? accounts.dailyDownloads : null,
      },
    },
  };
}

/**
 * A new account; for a known address, the reply shows the same.
 * @param chosen language and theme of the page that registers it
 */
export function newAccount(
  email: string,
  username: string,
  { language, theme }: Pick<RegisterInput, 'language' | 'theme'> = {},
) {
  return {
    email,
    username,
    verifiedAt: null,
    profile: {
      ...DEFAULT_PROFILE,
      language: language ?? DEFAULT_PROFILE.language,
      preferences: { ...DEFAULT_PREFERENCES, theme: theme ?? DEFAULT_PREFERENCES.theme },
    },
    tier: FREE_TIER,
    savedOn: null,
    savedCount: 0,
  };
}

export type NewAccount = ReturnType<typeof newAccount>;
