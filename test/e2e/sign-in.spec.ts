import { ACCOUNT_MESSAGES, API, ERRORS } from '@dipper/contract';
import type { Page } from 'playwright-core';
import { setAccountStage } from './account-stage.js';
import { violationsOf } from './usable.js';

const { stage, mailTo } = setAccountStage();

const PASSWORD = 'Secret123';
const EMAIL = 'ada@people.example';

/** Presses the button of a mode and waits for what it says. */
async function says(page: Page, button: string, ...sentences: readonly string[]): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: button, exact: true }).click();
  for (const sentence of sentences) {
    await dialog.getByText(sentence).waitFor();
  }
}

/** Fills in what a mode asks for. */
async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value);
  }
}

it(
  'each form says its rules, names its fields for password managers, and can be used by everybody',
  stage.shown(async () => {
    const { page } = await stage.newPage({ viewport: { width: 390, height: 844 } });
    const newOnes = { 'The same password again': 'new-password' };
    for (const [mode, button, sentences, fields] of [
      [
        'login',
        'Sign in',
        [ERRORS.EMAIL_INVALID.message, ERRORS.PASSWORD_REQUIRED.message],
        { 'Email address': 'username', Password: 'current-password' },
      ],
      [
        'register',
        'Create the account',
        [ERRORS.EMAIL_INVALID.message, ERRORS.PASSWORD_TOO_SHORT.message],
        { 'Email address': 'username', Password: 'new-password', ...newOnes },
      ],
      ['forgot-password', 'Send the email', [ERRORS.EMAIL_INVALID.message], {}],
      [
        'reset-password',
        'Save the new password',
        [ERRORS.PASSWORD_TOO_SHORT.message],
        { 'New password': 'new-password', ...newOnes },
      ],
      [
        'verify-email',
        'Verify the address',
        [ERRORS.MAIL_TOKEN_REQUIRED.message],
        { 'Code or link from the email': 'one-time-code' },
      ],
    ] as const) {
      await page.goto(`${stage.server.url}/?auth=${mode}`);
      await says(page, button, ...sentences);
      for (const [label, autocomplete] of Object.entries(fields)) {
        const field = page.getByRole('dialog').getByLabel(label, { exact: true });
        expect(await field.getAttribute('autocomplete')).toBe(autocomplete);
      }
      expect({ [mode]: await violationsOf(page) }).toEqual({ [mode]: [] });
    }
    await page.goto(`${stage.server.url}/?auth=register`);
    for (const [password, sentence] of [
      ['secret123', ERRORS.PASSWORD_NEEDS_UPPERCASE.message],
      ['SECRET123', ERRORS.PASSWORD_NEEDS_LOWERCASE.message],
      ['Secret-word', ERRORS.PASSWORD_NEEDS_NUMBER.message],
      [PASSWORD, ACCOUNT_MESSAGES.passwordsDiffer],
    ] as const) {
      await fill(page, { 'Email address': EMAIL, Password: password });
      await says(page, 'Create the account', sentence);
    }
  }),
);

it(
  'the focus goes back to the menu of a phone, which has closed over what was pressed in it',
  stage.shown(async () => {
    const { page } = await stage.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(stage.server.url);
    const header = page.getByRole('banner');
    const menu = header.locator('summary', { hasText: 'Menu' });
    await menu.click();
    await header.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await menu.evaluate((it) => it === document.activeElement)).toBe(true);
  }),
);

it(
  'a server that gives no reason, and a page that is broken, are told from each other',
  stage.shown(async () => {
    const { page } = await stage.newPage();
    await page.route('**/api/auth/*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: {} })
        : route.continue(),
    );
    const code = { 'Code or link from the email': 'a-code' };
    const twice = { 'The same password again': PASSWORD };
    const email = { 'Email address': EMAIL };
    for (const [mode, button, values, sentence] of [
      ['login', 'Sign in', { ...email, Password: PASSWORD }, 'Login failed (500)'],
      [
        'register',
        'Create the account',
        { ...email, Password: PASSWORD, ...twice },
        'Registration failed (500)',
      ],
      ['forgot-password', 'Send the email', email, ACCOUNT_MESSAGES.forgotFailed],
      [
        'reset-password',
        'Save the new password',
        { ...code, 'New password': PASSWORD, ...twice },
        ACCOUNT_MESSAGES.resetFailed,
      ],
      ['verify-email', 'Verify the address', code, ACCOUNT_MESSAGES.verificationFailed],
      ['verify-email', 'Send it again', email, ACCOUNT_MESSAGES.resendFailed],
    ] as const) {
      await page.goto(`${stage.server.url}/?auth=${mode}`);
      await fill(page, values);
      await says(page, button, sentence);
    }
    stage.expectProblems(/^POST \/api\/auth\/.*: 500/);
    // As an extension that replaces what browsers come with.
    await page.evaluate(() => {
      JSON.stringify = () => {
        throw new Error('broken');
      };
    });
    await says(page, 'Send it again', ACCOUNT_MESSAGES.error);
  }),
);

it(
  'a password is forgotten, chosen anew by a link that is good once, and guessed in vain',
  stage.shown(async () => {
    await fetch(`${stage.server.url}${API.register}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    });
    const { page } = await stage.newPage();
    await page.goto(`${stage.server.url}/?auth=login`);
    await fill(page, { 'Email address': EMAIL, Password: 'Wrong1234' });
    await says(page, 'Sign in', ERRORS.BAD_CREDENTIALS.message);
    await says(page, 'Forgot your password?', 'Reset your password');
    await says(page, 'Send the email', ACCOUNT_MESSAGES.resetSent);
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor();
    const { link } = await mailTo(EMAIL, 2);

    const fresh = { 'New password': 'Fresh1234', 'The same password again': 'Fresh1234' };
    await page.goto(link.href);
    await fill(page, fresh);
    await says(page, 'Save the new password', ACCOUNT_MESSAGES.passwordReset);
    await page.goto(link.href);
    await fill(page, fresh);
    await says(page, 'Save the new password', ERRORS.MAIL_TOKEN_INVALID.message);

    await page.goto(`${stage.server.url}/?auth=verify-email&token=used-long-ago`);
    await page.getByRole('dialog').getByText(ERRORS.MAIL_TOKEN_INVALID.message).waitFor();
    await fill(page, { 'Email address': EMAIL });
    await says(page, 'Send it again', ACCOUNT_MESSAGES.verificationSent);

    await says(page, 'Back to sign in', 'New here?');
    // How guesses are slowed down is tried over HTTP: a server under test counts nobody's.
    const seconds = 2;
    const error = `Too many attempts to sign in. Please try again in ${seconds} s, or reset your password.`;
    await page.route(
      `**${API.login}`,
      (route) =>
        route.fulfill({
          status: 429,
          json: { error, code: 'TOO_MANY_ATTEMPTS', values: { seconds } },
        }),
      { times: 1 },
    );
    await fill(page, { Password: 'Fresh1234' });
    await says(page, 'Sign in', error);
    // By itself.
    await says(page, 'Sign in', ACCOUNT_MESSAGES.loggedIn);
    stage.expectProblems(
      new RegExp(`POST ${API.login}: 401`),
      new RegExp(`POST ${API.login}: 429`),
      new RegExp(`POST ${API.resetPassword}: 400`),
      new RegExp(`POST ${API.verifyEmail}: 400`),
    );
  }),
);
