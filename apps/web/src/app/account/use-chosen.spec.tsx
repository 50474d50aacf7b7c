import { LIMITS, type Theme, type User } from '@dipper/contract';
import { useEffect } from 'react';
import { user } from '../../testing/accounts.js';
import { renderAt } from '../../testing/render-at.js';
import { newlyChosen, useChosen } from './use-chosen.js';

jest.mock('../../i18n/catalogue.js', () => ({
  ...jest.requireActual<object>('../../i18n/catalogue.js'),
  LANGUAGES: ['en', 'de'],
}));

function chosen(theme: Theme, language: 'en' | 'de' | 'hi'): User {
  const { profile } = user();
  return user({
    profile: { ...profile, language, preferences: { ...profile.preferences, theme } },
  });
}

const at = { shown: 'en', languages: ['en', 'de'] };

it.each([
  ['at a sign-in', chosen('dark', 'de'), null, { theme: 'dark', language: 'de' }],
  ['in this language', chosen('auto', 'en'), null, { theme: 'auto', language: null }],
  ['without such pages', chosen('light', 'hi'), null, { theme: 'light', language: null }],
  ['unchanged', chosen('dark', 'de'), chosen('dark', 'de'), { theme: null, language: null }],
  ['changed', chosen('dark', 'de'), chosen('light', 'en'), { theme: 'dark', language: 'de' }],
])('shows what was chosen %s', (_name, after, before, expected) => {
  expect(newlyChosen(after, before, at)).toEqual(expected);
});

function SignedIn({ account, open }: { account: User; open: (address: string) => void }) {
  const show = useChosen(open);
  useEffect(() => show(account, null), [show, account]);
  return null;
}

it.each([
  ['de', '/?url=u&other=1', ['/de?url=u&lang=de']],
  ['en', '/', []],
  ['hi', '/', []],
] as const)('leads to pages in %s when the success was read', (language, at, expected) => {
  jest.useFakeTimers();
  const open = jest.fn<void, [string]>();
  const account = chosen('light', language);
  renderAt(at, <SignedIn account={account} open={open} />);
  jest.advanceTimersByTime(LIMITS.loginCloseMs - 1);
  expect(open).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(open.mock.calls.flat()).toEqual(expected);
  jest.useRealTimers();
});
