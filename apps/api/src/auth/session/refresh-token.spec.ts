import { deriveKey } from '../../infra/keys/keys.js';
import { isAcceptableUse } from './token-use.js';
import { mintRefreshToken, newSessionId, readRefreshToken } from './refresh-token.js';

const KEY = deriveKey('a secret of at least sixteen characters', 'refresh token');
const session = newSessionId();
const { token, stored } = mintRefreshToken(session, KEY);
const other = mintRefreshToken(newSessionId(), KEY).token;

it('a token contains the id of its session and is stored as a hash', () => {
  expect(readRefreshToken(token, KEY)).toEqual(stored);
  expect(stored.sessionId).toBe(session);
  expect(token).not.toContain(stored.hash);
  expect(mintRefreshToken(session, KEY).stored.hash).not.toBe(stored.hash);
});

it.each([
  ['an empty token', ''],
  [
    'a token made with another key',
    mintRefreshToken(session, deriveKey('another', 'refresh token')).token,
  ],
  ['a token with the session of another one', token.slice(0, 20) + other.slice(20)],
  ['a truncated token', token.slice(0, -2)],
  ['a longer token', `${token}AA`],
  ['a padded token', `${token}==`],
  ['a token in standard base64', token.replaceAll('-', '+').replaceAll('_', '/').concat('=')],
  ['a token that contains a space', `${token.slice(0, 10)} ${token.slice(10)}`],
  ['a JWT', 'eyJhbGciOiJub25lIn0.e30.'],
  ['a token of zeros', Buffer.alloc(64).toString('base64url')],
])('rejects %s', (_, wrong) => {
  expect(readRefreshToken(wrong, KEY)).toBeNull();
});

it.each([
  [null, false],
  [{ sinceUseMs: null, isFollowed: false }, true],
  [{ sinceUseMs: 0, isFollowed: false }, true],
  [{ sinceUseMs: 10_000, isFollowed: false }, true],
  [{ sinceUseMs: 10_001, isFollowed: false }, false],
  [{ sinceUseMs: 0, isFollowed: true }, false],
])('accepts a token with the previous use %j: %s', (use, isGood) => {
  expect(isAcceptableUse(use)).toBe(isGood);
});
