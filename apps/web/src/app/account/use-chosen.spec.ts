import type { Theme, User } from '@dipper/contract';
import { user } from '../../testing/accounts.js';
import { newlyChosen } from './use-chosen.js';

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
