import { DEFAULT_PREFERENCES, type Profile, userSchema } from '@dipper/contract';
import { completeProfile, newAccount, toUser } from './account.mapper.js';
import { normalizeEmail } from './normalize-email.js';

const NOW = new Date('2026-11-22T23:59:59.999Z');
const domain = (dailyDownloads: number | null) => ({
  accounts: { dailyDownloads, paidPlans: false },
});
const account = { ...newAccount('me@dipper.example', 'me'), savedOn: '2026-11-22', savedCount: 7 };

it('shows account owners their own data, but not the fields that control access', () => {
  const stored = { ...account, id: 'id', passwordHash: 'hash', createdAt: NOW, verifiedAt: NOW };
  const user = toUser(stored, domain(50), NOW);
  expect(userSchema.parse(user)).toEqual(user);
  expect(user).toMatchObject({ email: 'me@dipper.example', email_verified: true });
});

it.each([
  ['free', 50, NOW, { downloads_today: 7, daily_limit: 50 }],
  ['free', null, NOW, { downloads_today: 7, daily_limit: null }],
  ['pro', 50, NOW, { downloads_today: 7, daily_limit: null }],
  ['free', 50, new Date(NOW.getTime() + 1), { downloads_today: 0, daily_limit: 50 }],
])(
  'reports the usage for the tier %s with a limit of %j at %s as %j',
  (tier, daily, now, limits) => {
    const { subscription } = toUser({ ...account, tier }, domain(daily), now);
    expect(subscription).toEqual({ tier, usage_limits: limits });
  },
);

it('starts with the language and theme of the page where the visitor signed up', () => {
  const { profile } = newAccount('', '', { language: 'de', theme: 'dark' });
  expect(profile).toMatchObject({ language: 'de', preferences: { theme: 'dark' } });
  expect(newAccount('', '').profile).toMatchObject({
    language: 'en',
    preferences: { theme: 'light' },
  });
});

it('keeps the name given at sign-up, and shows it as the display name', () => {
  expect(newAccount('ada@dipper.example', 'Ada')).toMatchObject({
    username: 'Ada',
    profile: { display_name: 'Ada' },
  });
});

it('fills in profile fields that older versions did not store', () => {
  const stored = { display_name: 'Me', preferences: { theme: 'dark' } } as unknown as Profile;
  expect(completeProfile(stored)).toEqual({
    ...newAccount('', '').profile,
    display_name: 'Me',
    preferences: { ...DEFAULT_PREFERENCES, theme: 'dark' },
  });
});

it.each([
  ['Me@Dipper.Example', 'me@dipper.example'],
  ['jose\u0301@dipper.example', 'jos\u00e9@dipper.example'],
  ['\u00c9@dipper.example', '\u00e9@dipper.example'],
  ['\u0130@dipper.example', 'i\u0307@dipper.example'],
])('normalizes the address %j to %j', (typed, kept) => {
  expect(normalizeEmail(typed)).toBe(kept);
  expect(normalizeEmail(kept)).toBe(kept);
});
