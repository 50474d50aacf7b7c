import { FakeApi, type FakeReply } from '@dipper/client/testing';
import { ACCOUNT_MESSAGES, ERRORS, LIMITS } from '@dipper/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createI18n } from '../../i18n/create-i18n.js';
import account from '../../i18n/en/account.js';
import common from '../../i18n/en/common.json';
import {
  currentSession,
  publishNobody,
  publishUser,
} from '../../entities/session/current-session.js';
import { closeSession, openSession } from '../../entities/session/session.js';
import { SessionServer, user as somebody } from '../../testing/accounts.js';
import { renderAt } from '../../testing/render-at.js';
import { AuthDialog } from './auth-dialog.js';
import type { FormMode } from './auth-mode.reducer.js';
import { PATIENCE_MS } from './auth-calls.js';

const texts = createI18n('en', { common, account });
const ADA = 'ada@example.com';
const PASSWORD = 'Abcdefg1';
const SAYS = { body: { message: 'Done' } };
const SIGNED_IN = { body: new SessionServer().issue() };
const { loginCloseMs, returnToLoginMs } = LIMITS;

const passTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

let api: FakeApi;
let user: UserEvent;

beforeEach(() => {
  jest.useFakeTimers();
  api = new FakeApi().install();
  user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  publishNobody();
});
afterEach(() => {
  jest.useRealTimers();
  closeSession('logout');
  localStorage.clear();
});

async function open(mode: FormMode, token?: string) {
  const close = jest.fn();
  const dialog = <AuthDialog mode={mode} close={close} {...(token !== undefined && { token })} />;
  const { unmount } = renderAt('/', dialog, undefined, texts);
  await passTime(0);
  return { close, unmount };
}

const status = () => within(screen.getByRole('dialog')).getByRole('status');
const heading = () => within(screen.getByRole('dialog')).getByRole('heading').textContent;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const values: Readonly<Record<string, string>> = {
  'Email address': ADA,
  Password: PASSWORD,
  'New password': PASSWORD,
  'Confirm password': PASSWORD,
  'Code or link from the email': 'code-of-mail',
};

/**
 * Fills in every field that the form shows.
 * @param other values by label, used instead of the defaults
 */
async function fill(other: Readonly<Record<string, string>> = {}) {
  for (const [label, value] of Object.entries({ ...values, ...other })) {
    const input = screen.queryByLabelText<HTMLInputElement>(label);
    if (input !== null) {
      fireEvent.change(input, { target: { value } });
    }
  }
  await passTime(0);
}

async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }));
  await passTime(0);
}

/** The mode, submit button, endpoint and fallback message (§8) of each form. */
const FORMS = [
  ['login', 'Sign in', '/api/auth/login', 'Login failed (418)'],
  ['register', 'Create account', '/api/auth/register', 'Registration failed (418)'],
  ['forgot-password', 'Send email', '/api/auth/forgot-password', ACCOUNT_MESSAGES.forgotFailed],
  ['reset-password', 'Save new password', '/api/auth/reset-password', ACCOUNT_MESSAGES.resetFailed],
  ['verify-email', 'Verify email', '/api/auth/verify-email', ACCOUNT_MESSAGES.verificationFailed],
  ['verify-email', 'Send it again', '/api/auth/resend-verification', ACCOUNT_MESSAGES.resendFailed],
] as const;

describe.each(FORMS)('the %s form (%s)', (mode, submit, path, fallback) => {
  const teapot = { status: 418, headers: { 'content-type': 'application/json' } };
  it.each<[string, FakeReply | undefined, string]>([
    ['a reason', { status: 400, body: { error: 'A reason', code: 'SOME' } }, 'A reason'],
    ['no reason', { ...teapot, body: {} }, fallback],
    ['the error page of a proxy', { status: 502 }, ACCOUNT_MESSAGES.invalidReply],
    ['a success that is not JSON', { status: 200 }, ACCOUNT_MESSAGES.invalidReply],
    ['no reply', undefined, ACCOUNT_MESSAGES.network],
  ])('shows an error for %s', async (_what, reply, sentence) => {
    if (reply !== undefined) {
      api.on(`POST ${path}`, reply);
    }
    await open(mode);
    await fill();
    await press(submit);
    expect(screen.getByRole('alert')).toHaveTextContent(sentence);
    expect(screen.getByRole('button', { name: submit })).not.toHaveAttribute('aria-disabled');
  });
});

describe('validation before sending', () => {
  const short = { Password: 'Abc1', 'New password': 'Abc1' };
  it.each<[FormMode, string, Readonly<Record<string, string>>, string, string]>([
    ['login', 'Sign in', { 'Email address': 'ada@example' }, 'Email address', 'EMAIL_INVALID'],
    ['login', 'Sign in', { Password: '' }, 'Password', 'PASSWORD_REQUIRED'],
    ['register', 'Create account', { 'Email address': '' }, 'Email address', 'EMAIL_INVALID'],
    ['register', 'Create account', short, 'Password', 'PASSWORD_TOO_SHORT'],
    [
      'register',
      'Create account',
      { Password: 'abcdefg1' },
      'Password',
      'PASSWORD_NEEDS_UPPERCASE',
    ],
    [
      'register',
      'Create account',
      { Password: 'ABCDEFG1' },
      'Password',
      'PASSWORD_NEEDS_LOWERCASE',
    ],
    ['register', 'Create account', { Password: 'Abcdefgh' }, 'Password', 'PASSWORD_NEEDS_NUMBER'],
    [
      'register',
      'Create account',
      { Password: `A1${'a'.repeat(127)}` },
      'Password',
      'PASSWORD_TOO_LONG',
    ],
    [
      'forgot-password',
      'Send email',
      { 'Email address': 'a b@c.d' },
      'Email address',
      'EMAIL_INVALID',
    ],
    ['reset-password', 'Save new password', short, 'New password', 'PASSWORD_TOO_SHORT'],
    [
      'verify-email',
      'Verify email',
      { 'Code or link from the email': ' ' },
      'Code or link from the email',
      'MAIL_TOKEN_REQUIRED',
    ],
    [
      'verify-email',
      'Verify email',
      { 'Code or link from the email': 'x'.repeat(201) },
      'Code or link from the email',
      'MAIL_TOKEN_INVALID',
    ],
  ])('%s (%s) rejects %j', async (mode, submit, typed, wrong, code) => {
    await open(mode);
    await fill(typed);
    await press(submit);
    const { message } = ERRORS[code as keyof typeof ERRORS];
    expect(field(wrong)).toHaveAccessibleDescription(message);
    expect(field(wrong)).toHaveFocus();
    expect(api.calls).toEqual([]);
  });

  it.each([
    ['register', 'Create account'],
    ['reset-password', 'Save new password'],
  ] as const)('%s requires both passwords to match', async (mode, submit) => {
    await open(mode);
    await fill({ 'Confirm password': 'Abcdefg2' });
    await press(submit);
    const again = field('Confirm password');
    expect(again).toHaveAccessibleDescription('Passwords do not match');
    expect(api.calls).toEqual([]);
  });
});

describe('login', () => {
  it('stores the session, confirms it, and closes after a second', async () => {
    api.on('POST /api/auth/login', SIGNED_IN);
    const { close } = await open('login');
    await fill({ 'Email address': ` ${ADA} ` });
    await user.click(field('Remember me for 30 days'));
    await press('Sign in');
    expect(api.calls[0]?.body).toEqual({ email: ADA, password: PASSWORD, remember_me: true });
    expect(status()).toHaveTextContent('Login successful!');
    expect(heading()).toBe('Welcome');
    expect(currentSession().user?.email).toBe(ADA);
    await passTime(loginCloseMs - 1);
    expect(close).not.toHaveBeenCalled();
    await passTime(1);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('does not sign in after the dialog has been closed', async () => {
    let answer!: (reply: FakeReply) => void;
    api.on('POST /api/auth/login', () => new Promise((resolve) => (answer = resolve)));
    const { close, unmount } = await open('login');
    await fill();
    await press('Sign in');
    expect(screen.getByRole('button', { name: 'Signing in...' })).toHaveAttribute('aria-disabled');
    await user.keyboard('{Escape}');
    expect(close).toHaveBeenCalledTimes(1);
    unmount();
    answer(SIGNED_IN);
    await passTime(loginCloseMs);
    expect(api.signals[0]?.aborted).toBe(true);
    expect(currentSession().state).toBe('anonymous');
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('gives up when the server does not respond in time', async () => {
    api.on('POST /api/auth/login', () => new Promise(() => undefined));
    await open('login');
    await fill();
    await press('Sign in');
    await passTime(PATIENCE_MS - 1);
    expect(screen.queryByRole('alert')).toBeNull();
    await passTime(1);
    expect(screen.getByRole('alert')).toHaveTextContent(ACCOUNT_MESSAGES.network);
  });

  it('blocks retries for the same address for as long as the server requires', async () => {
    const refusal = {
      error: 'Too many sign-in attempts. Try again in 8 s, or reset your password.',
      code: 'TOO_MANY_ATTEMPTS',
      values: { seconds: 8 },
    };
    api.on('POST /api/auth/login', { status: 429, body: refusal });
    await open('login');
    await fill();
    await press('Sign in');
    expect(screen.getByRole('alert')).toHaveTextContent(refusal.error);
    await press('Try again in 8 s');
    await passTime(7000);
    await user.type(field('Password'), 'x{Enter}');
    expect(screen.getByRole('button', { name: 'Try again in 1 s' })).toBeVisible();
    expect(api.calls).toHaveLength(1);
    await passTime(1250);
    await press('Sign in');
    expect(api.calls).toHaveLength(2);
    await user.type(field('Email address'), 'x');
    expect(screen.getByRole('button', { name: 'Sign in' })).not.toHaveAttribute('aria-disabled');
  });

  it.each([
    ['Forgot your password?', 'Reset your password'],
    ['Create an account', 'Create an account'],
  ])(
    '"%s" opens "%s" with the same address, moves the focus there, and returns',
    async (way, title) => {
      await open('login');
      await user.type(field('Email address'), ADA);
      await press(way);
      expect(heading()).toBe(title);
      expect(screen.getByText(title, { selector: 'h2 *' })).toHaveFocus();
      expect(field('Email address')).toHaveValue(ADA);
      await press(title === way ? 'Sign in' : 'Back to sign in');
      expect(heading()).toBe('Sign in to Dipper');
      expect(field('Email address')).toHaveValue(ADA);
      expect(field('Password')).toHaveValue('');
    },
  );
});

it('register leads to verify-email, where the email can be sent again', async () => {
  api
    .on('POST /api/auth/register', { status: 201, body: { message: '', user: somebody() } })
    .on('POST /api/auth/resend-verification', SAYS);
  await open('register');
  await fill();
  await press('Create account');
  const page = { language: 'en', theme: 'light' };
  const body = { email: ADA, username: '', password: PASSWORD, ...page };
  expect(api.calls[0]?.body).toEqual(body);
  expect(heading()).toBe('Verify your email');
  const sentence = 'Registration successful! Please check your email to verify your account.';
  expect(status()).toHaveTextContent(sentence);
  expect(screen.getByText(/^Sent to:/)).toHaveTextContent(ADA);
  expect(screen.queryByLabelText('Email address')).toBeNull();
  await press('Send it again');
  expect(api.calls[1]?.body).toEqual({ email: ADA });
  expect(status()).toHaveTextContent('Verification email sent!');
});

describe('the return to login', () => {
  it.each([
    ['forgot-password', 'Send email', ACCOUNT_MESSAGES.resetSent, ADA],
    ['reset-password', 'Save new password', ACCOUNT_MESSAGES.passwordReset, ''],
    ['verify-email', 'Verify email', ACCOUNT_MESSAGES.verified, ''],
  ] as const)('happens three seconds after %s (%s)', async (mode, submit, sentence, email) => {
    api.on(`POST /api/auth/${mode}`, SAYS);
    await open(mode);
    await fill();
    await press(submit);
    expect(status()).toHaveTextContent(sentence);
    expect(screen.getByText(heading() ?? '', { selector: 'h2 *' })).toHaveFocus();
    await passTime(returnToLoginMs - 1);
    expect(heading()).not.toBe('Sign in to Dipper');
    await passTime(1);
    expect(heading()).toBe('Sign in to Dipper');
    expect(screen.getByText('Sign in to Dipper')).toHaveFocus();
    expect(status()).toHaveTextContent(sentence);
    expect(field('Email address')).toHaveValue(email);
  });

  it('happens immediately, and only once, when its button is pressed', async () => {
    api.on('POST /api/auth/forgot-password', SAYS);
    await open('forgot-password');
    await fill();
    await press('Send email');
    await press('Sign in');
    await press('Create an account');
    await passTime(2 * returnToLoginMs);
    expect(heading()).toBe('Create an account');
  });

  it('is cancelled when the dialog closes', async () => {
    api.on('POST /api/auth/forgot-password', SAYS);
    const { close, unmount } = await open('forgot-password');
    await fill();
    await press('Send email');
    unmount();
    // Closing the dialog returns the focus asynchronously.
    await passTime(0);
    expect(jest.getTimerCount()).toBe(0);
    expect(close).not.toHaveBeenCalled();
  });
});

describe('a link from an email', () => {
  it('verifies the address immediately, and only once', async () => {
    api.on('POST /api/auth/verify-email', SAYS);
    await open('verify-email', 'token-of-link');
    expect(api.calls.map(({ body }) => body)).toEqual([{ token: 'token-of-link' }]);
    expect(heading()).toBe('Email verified');
  });

  it('is reported as used, and then another email can be requested', async () => {
    const error = ERRORS.MAIL_TOKEN_INVALID.message;
    api
      .on('POST /api/auth/verify-email', {
        status: 400,
        body: { error, code: 'MAIL_TOKEN_INVALID' },
      })
      .on('POST /api/auth/resend-verification', SAYS);
    await open('verify-email', 'used');
    expect(screen.getByRole('alert')).toHaveTextContent(error);
    await user.type(field('Email address'), ADA);
    await press('Send it again');
    expect(api.calls.at(-1)?.body).toEqual({ email: ADA });
    expect(status()).toHaveTextContent('Verification email sent!');
  });

  it('can be pasted as a whole', async () => {
    api.on('POST /api/auth/verify-email', SAYS);
    await open('verify-email');
    await user.click(field('Code or link from the email'));
    await user.paste('https://dipper.example/?auth=verify-email&token=of-a-link');
    await press('Verify email');
    expect(api.calls[0]?.body).toEqual({ token: 'of-a-link' });
  });

  it('provides the token for a new password, so that the form does not ask for it', async () => {
    api.on('POST /api/auth/reset-password', SAYS);
    await open('reset-password', 'token-of-link');
    expect(screen.queryByLabelText('Code or link from the email')).toBeNull();
    await fill();
    await press('Save new password');
    expect(api.calls[0]?.body).toEqual({ token: 'token-of-link', new_password: PASSWORD });
  });

  it('closes the dialog and updates the account if the visitor is signed in', async () => {
    openSession({ ...SIGNED_IN.body, user: somebody({ email_verified: false }) });
    api
      .on('POST /api/auth/verify-email', SAYS)
      .on('GET /api/auth/me', { body: { user: somebody() } });
    const { close } = await open('verify-email', 'token-of-link');
    expect(currentSession().user?.email_verified).toBe(true);
    await passTime(returnToLoginMs);
    expect(close).toHaveBeenCalledTimes(1);
  });
});

it.each<[FormMode, Readonly<Record<string, string>>]>([
  ['login', { 'Email address': 'username', Password: 'current-password' }],
  [
    'register',
    {
      'Email address': 'username',
      'Your name (optional)': 'nickname',
      Password: 'new-password',
      'Confirm password': 'new-password',
    },
  ],
  ['forgot-password', { 'Email address': 'username' }],
  ['reset-password', { 'New password': 'new-password', 'Confirm password': 'new-password' }],
  ['verify-email', { 'Code or link from the email': 'one-time-code', 'Email address': 'email' }],
])('labels the fields of %s for password managers', async (mode, fields) => {
  await open(mode);
  for (const [label, autocomplete] of Object.entries(fields)) {
    expect(field(label)).toHaveAttribute('autocomplete', autocomplete);
  }
});

it.each<[FormMode, boolean]>([
  ['login', true],
  ['register', true],
  ['forgot-password', true],
  ['reset-password', false],
  ['verify-email', false],
])('%s closes after a sign-in in another tab: %s', async (mode, goes) => {
  const { close } = await open(mode);
  act(() => publishUser(somebody()));
  await passTime(1000);
  expect(close).toHaveBeenCalledTimes(goes ? 1 : 0);
});
