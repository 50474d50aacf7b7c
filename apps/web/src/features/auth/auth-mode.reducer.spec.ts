import { LIMITS } from '@dipper/contract';
import {
  type AuthEvent,
  authReducer,
  type AuthState,
  openedIn,
  type Outcome,
  outcomeMs,
} from './auth-mode.reducer.js';

const LINK = { mode: 'reset-password', email: '', token: 'of-a-link' } as const;
const FRESH = { token: '', notice: null, mayResize: false };
const email = 'ada@example.org';
const SENT: AuthState = { mode: 'success', outcome: 'resetSent', email };

describe('openedIn', () => {
  it.each([
    ['of-a-link', 'of-a-link'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), ''],
    ['', ''],
    ['  ', ''],
  ])('reads the token %j as %j', (token, taken) => {
    expect(openedIn({ ...LINK, token })).toMatchObject({ token: taken, mode: 'reset-password' });
  });
});

describe('authReducer', () => {
  it.each<[string, AuthState, AuthEvent, AuthState]>([
    [
      'opens another form with the address that was typed',
      openedIn({ mode: 'login', email: '', token: '' }),
      { type: 'chose', mode: 'forgot-password', email },
      { ...FRESH, mode: 'forgot-password', email, mayResize: true },
    ],
    [
      'opens another form without the token of the link',
      openedIn(LINK),
      { type: 'chose', mode: 'forgot-password', email: '' },
      { ...FRESH, mode: 'forgot-password', email: '', mayResize: true },
    ],
    [
      'asks for verification after registering',
      openedIn({ mode: 'register', email: '', token: '' }),
      { type: 'registered', email },
      { ...FRESH, mode: 'verify-email', email, notice: 'registered', mayResize: true },
    ],
    [
      'keeps the address after a success',
      { ...FRESH, mode: 'login', email },
      { type: 'succeeded', outcome: 'loggedIn' },
      { mode: 'success', email, outcome: 'loggedIn' },
    ],
    [
      'returns to login',
      SENT,
      { type: 'returned' },
      { ...FRESH, mode: 'login', email, notice: 'resetSent' },
    ],
  ])('%s', (_what, before, event, after) => {
    expect(authReducer(before, event)).toEqual(after);
  });

  it('keeps its form after another email has been sent', () => {
    const before = openedIn({ mode: 'verify-email', email: '', token: 'of-a-link' });
    const after = { ...before, email, notice: 'verificationSent' };
    expect(authReducer(before, { type: 'resent', email })).toEqual(after);
  });

  it('does not return to login after another form has been chosen', () => {
    const chosen = authReducer(SENT, { type: 'chose', mode: 'register', email });
    expect(authReducer(chosen, { type: 'returned' })).toBe(chosen);
  });
});

it.each<[Outcome, number]>([
  ['loggedIn', LIMITS.loginCloseMs],
  ['resetSent', LIMITS.returnToLoginMs],
  ['passwordReset', LIMITS.returnToLoginMs],
  ['verified', LIMITS.returnToLoginMs],
])('shows the outcome %s for %d ms', (outcome, ms) => {
  expect(outcomeMs(outcome)).toBe(ms);
});
