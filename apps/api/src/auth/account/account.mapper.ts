import {
  DEFAULT_PREFERENCES,
  type DomainConfig,
  type Profile,
  type RegisterInput,
  type User,
} from '@dipper/contract';
import { FREE_TIER, limitsOf } from '../../infra/limits/tiers.js';
import type { Account } from './account.entity.js';

/** The profile of a new account (specification §9). */
const DEFAULT_PROFILE: Profile = {
  display_name: '',
  avatar_url: '',
  timezone: 'UTC',
  language: 'en',
  country: '',
  preferences: DEFAULT_PREFERENCES,
};

/** Fills in the fields that a profile stored by an older version lacks. */
export function completeProfile(stored: Partial<Profile>): Profile {
  return {
    ...DEFAULT_PROFILE,
    ...stored,
    preferences: { ...DEFAULT_PREFERENCES, ...stored.preferences },
  };
}

/**
 * An account as its owner may see it, without the id and the password hash, which control access.
 */
export function toUser(
  account: Omit<Account, 'id' | 'passwordHash' | 'createdAt'>,
  site: Pick<DomainConfig, 'accounts'>,
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
        daily_limit: limitsOf(account.tier).dailyDownloads(site),
      },
    },
  };
}

/**
 * The data of a new account. The reply for a known address shows the same data.
 * @param username the name given at sign-up; '' if none was given. It is also the first display
 * name.
 * @param chosen language and theme of the page where the visitor signed up
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
      display_name: username,
      language: language ?? DEFAULT_PROFILE.language,
      preferences: { ...DEFAULT_PREFERENCES, theme: theme ?? DEFAULT_PREFERENCES.theme },
    },
    tier: FREE_TIER,
    savedOn: null,
    savedCount: 0,
  };
}

export type NewAccount = ReturnType<typeof newAccount>;
