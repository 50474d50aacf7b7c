import { ApiFailure } from '@dipper/client';
import { createI18n } from '../../i18n/create-i18n.js';
import account from '../../i18n/en/account.js';
import common from '../../i18n/en/common.json';
import { accountFailure } from './account-failure.js';

const english = createI18n('en', { common, account });

it.each([
  [new ApiFailure('network'), /^Network error: Cannot connect to server\. /],
  [new ApiFailure('unexpected', { status: 200 }), /^Server error: Invalid response format\. /],
  [new ApiFailure('http', { status: 502 }), /^Server error: Invalid response format\. /],
  [new ApiFailure('http', { status: 500, isJson: true }), 'Login failed (500)'],
  [new ApiFailure('http', { status: 401, isJson: true, sentence: 'Wrong.' }), 'Wrong.'],
  [new TypeError('of our own'), 'An error occurred'],
])('describes %p', (error, words) => {
  expect(accountFailure(error, 'loginFailed', english)).toMatch(words);
});

it('uses the fallback of the call', () => {
  const error = new ApiFailure('http', { status: 500, isJson: true });
  expect(accountFailure(error, 'profileFailed', english)).toBe('Profile update failed');
  expect(accountFailure(error, { sentence: 'Not now' }, english)).toBe('Not now');
});
