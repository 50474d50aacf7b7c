import { LIMITS, type Theme, type User } from '@dipper/contract';
import { useEffect } from 'react';
import { user } from '../../testing/accounts.js';
import { renderAt } from '../../testing/render-at.js';
import { newlyChosen, useChosen } from './use-chosen.js';

jest.mock('../../i18n/languages.js', () => ({ LANGUAGES: ['en', 'de'] }));

function chosen(theme: Theme, language: 'en' | 'de' | 'hi'): User {
  const { profile } = user();
  return user({
    profile: { ...profile, language, preferences: { ...profile.preferences, theme } },
  });
}

it.each<[string, User, User | null, object, string?]>([
  ['applies both at sign-in', chosen('dark', 'de'), null, { theme: 'dark', language: 'de' }],
  [
    'ignores a language that is already shown',
    chosen('auto', 'en'),
    null,
    { theme: 'auto', language: null },
  ],
  [
    'ignores a language without pages',
    chosen('dark', 'hi'),
    null,
    { theme: 'dark', language: null },
  ],
  [
    "ignores an account's default values at sign-in",
    chosen('light', 'en'),
    null,
    { theme: null, language: null },
    'de',
  ],
  [
    'ignores preferences that have not changed',
    chosen('dark', 'de'),
    chosen('dark', 'de'),
    { theme: null, language: null },
  ],
  [
    'applies both when they change later',
    chosen('dark', 'de'),
    chosen('light', 'en'),
    { theme: 'dark', language: 'de' },
  ],
])('newlyChosen %s', (_name, after, before, expected, shown = 'en') => {
  expect(newlyChosen(after, before, { shown, languages: ['en', 'de'] })).toEqual(expected);
});

function SignedIn({ account, open }: { account: User; open: (address: string) => void }) {
  const show = useChosen(open);
  useEffect(() => show(account, null), [show, account]);
  return null;
}

it.each([
  ['de', '/?url=u&other=1', ['/de?url=u']],
  ['en', '/', []],
  ['hi', '/', []],
] as const)(
  'navigates to pages in %s after showing the success message',
  (language, at, expected) => {
    jest.useFakeTimers();
    const open = jest.fn<void, [string]>();
    const account = chosen('light', language);
    renderAt(at, <SignedIn account={account} open={open} />);
    jest.advanceTimersByTime(LIMITS.loginCloseMs - 1);
    expect(open).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(open.mock.calls.flat()).toEqual(expected);
    jest.useRealTimers();
  },
);
