import { ACCOUNT_MESSAGES, API, ERRORS } from '@dipper/contract';
import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from '../harness/account-client.js';
import { pickOfMenu, setAccountStage, userMenu } from './account-stage.js';
import { MESSAGE, sees, seesOnArrival } from './sees.js';
import { comesTrue } from './stage.js';
import { violationsOf } from './usable.js';

const { stage, client, signIn, openHome, mailTo } = setAccountStage();
const PHONE = { width: 390, height: 844 };

const header = (page: Page): Locator => page.getByRole('banner');
const dialogOf = (page: Page): Locator => page.getByRole('dialog');
const signInButton = (page: Page): Locator =>
  header(page).getByRole('button', { name: 'Sign In', exact: true });
const stored = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('session'));

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await dialogOf(page).getByLabel(label, { exact: true }).fill(value);
  }
}

async function submit(page: Page, button: string, sentence: string): Promise<void> {
  const pressed = dialogOf(page).getByRole('button', { name: button, exact: true });
  // Without the summary of the problems for screen readers.
  await sees(page, () => pressed.click(), ['dialog :not(.sr-only, :has(*))', sentence]);
}

/**
 * Checks that the page behind the dialog fits, does not scroll with the wheel, and gets no focus.
 */
async function staysInside(page: Page): Promise<void> {
  const stops = new Set<string>();
  for (let press = 0; press < 30; press++) {
    await page.keyboard.press('Tab');
    // Between the last element and the first, the focus moves through the browser's controls.
    stops.add(
      await page.evaluate(() => {
        const { activeElement: at, body } = document;
        return at === body
          ? 'browser'
          : at?.closest('dialog')
            ? at.tagName
            : `page: ${at?.outerHTML}`;
      }),
    );
  }
  expect([...stops].filter((stop) => stop.startsWith('page'))).toEqual([]);
  expect(stops).toContain('INPUT');
  const atFirst = await page.evaluate(() => window.scrollY);
  await page.mouse.move(PHONE.width / 2, 8);
  await page.mouse.wheel(0, 300);
  const { scrollY, isWide } = await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const isWide = [
      document.documentElement,
      ...document.querySelectorAll('dialog, dialog > *'),
    ].some((element) => element.scrollWidth > element.clientWidth);
    return { scrollY: window.scrollY, isWide };
  });
  expect(scrollY).toBe(atFirst);
  expect(isWide).toBe(false);
}

it(
  'a visitor signs up, follows the link in the email, signs in and out',
  stage.shown(async () => {
    const email = 'registers@people.example';
    const { page } = await stage.newPage();
    await page.goto(stage.url);
    await header(page).getByRole('button', { name: 'Sign Up' }).click();
    await fill(page, {
      'Email address': email,
      'Your name (optional)': 'Ada',
      Password: PASSWORD,
      'Confirm password': PASSWORD,
    });
    await submit(page, 'Create account', ACCOUNT_MESSAGES.registered);

    const { link } = await mailTo(email);
    const token = link.searchParams.get('token') ?? '';
    const passedOn: string[] = [];
    page.on('request', (request) => {
      const isDocument = request.isNavigationRequest();
      const { referer = '' } = request.headers();
      passedOn.push(referer, isDocument ? '' : request.url());
    });
    await seesOnArrival(page, link.href, [MESSAGE, ACCOUNT_MESSAGES.verified]);
    expect(page.url()).toBe(`${stage.url}/`);
    // Requests from the document itself still send its full URL as the referrer, but only to our
    // own server.
    const foreign = passedOn.filter((text) => !text.startsWith(stage.url));
    expect(foreign.filter((text) => text.includes(token))).toEqual([]);

    await page.reload();
    await signInButton(page).click();
    await fill(page, { 'Email address': email, Password: PASSWORD });
    await submit(page, 'Sign in', ACCOUNT_MESSAGES.loggedIn);
    await dialogOf(page).waitFor({ state: 'hidden' });
    await header(page).locator('summary', { hasText: 'Ada' }).waitFor();
    await pickOfMenu(page, 'Sign Out');
    await signInButton(page).waitFor();
    expect(await stored(page)).toBeNull();
  }),
);

it(
  'a visitor resets a forgotten password with a link that works once, and must wait after too many attempts',
  stage.shown(async () => {
    const email = 'forgets@people.example';
    await client().send(API.register, { email, password: PASSWORD });
    const { page } = await stage.newPage();
    await page.goto(`${stage.url}/?auth=login`);
    await fill(page, { 'Email address': email, Password: 'Wrong1234' });
    await submit(page, 'Sign in', ERRORS.BAD_CREDENTIALS.message);
    await submit(page, 'Forgot your password?', 'Reset your password');
    await submit(page, 'Send email', ACCOUNT_MESSAGES.resetSent);
    await dialogOf(page).getByLabel('Password', { exact: true }).waitFor();
    const { link } = await mailTo(email, 2);

    const fresh = { 'New password': 'Fresh1234', 'Confirm password': 'Fresh1234' };
    await page.goto(link.href);
    await fill(page, fresh);
    await submit(page, 'Save new password', ACCOUNT_MESSAGES.passwordReset);
    await page.goto(link.href);
    await fill(page, fresh);
    await submit(page, 'Save new password', ERRORS.MAIL_TOKEN_INVALID.message);

    await page.goto(`${stage.url}/?auth=verify-email&token=used-long-ago`);
    await dialogOf(page).getByText(ERRORS.MAIL_TOKEN_INVALID.message).waitFor();
    await fill(page, { 'Email address': email });
    await submit(page, 'Send it again', ACCOUNT_MESSAGES.verificationSent);

    await submit(page, 'Back to sign in', 'New here?');
    // The reply is a stub, because this server has no limit. account-limits.spec.ts tests the real
    // limit.
    const seconds = 2;
    const error = `Too many sign-in attempts. Try again in ${seconds} s, or reset your password.`;
    const reply = { error, code: 'TOO_MANY_ATTEMPTS', values: { seconds } };
    await page.route(`**${API.login}`, (route) => route.fulfill({ status: 429, json: reply }), {
      times: 1,
    });
    await fill(page, { Password: 'Fresh1234' });
    await submit(page, 'Sign in', error);
    await submit(page, 'Sign in', ACCOUNT_MESSAGES.loggedIn);
    stage.expectProblems(
      new RegExp(`POST ${API.login}: 401`),
      new RegExp(`POST ${API.login}: 429`),
      new RegExp(`POST ${API.resetPassword}: 400`),
      new RegExp(`POST ${API.verifyEmail}: 400`),
    );
  }),
);

it(
  'the forms are accessible on a phone, and return focus to the menu',
  stage.shown(async () => {
    const { page } = await stage.newPage({ viewport: PHONE });
    const violations: string[] = [];
    for (const [mode, button, { message }] of [
      ['login', 'Sign in', ERRORS.EMAIL_INVALID],
      ['register', 'Create account', ERRORS.PASSWORD_TOO_SHORT],
      ['forgot-password', 'Send email', ERRORS.EMAIL_INVALID],
      ['reset-password', 'Save new password', ERRORS.PASSWORD_TOO_SHORT],
      ['verify-email', 'Verify email', ERRORS.MAIL_TOKEN_REQUIRED],
    ] as const) {
      await page.goto(`${stage.url}/?auth=${mode}`);
      await submit(page, button, message);
      violations.push(...(await violationsOf(page)).map((what) => `${mode}: ${what}`));
    }
    expect(violations).toEqual([]);

    await page.goto(stage.url);
    const menu = header(page).locator('summary', { hasText: 'Menu' });
    await menu.click();
    await header(page).getByRole('button', { name: 'Sign In' }).click();
    await dialogOf(page).waitFor();
    await staysInside(page);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    expect(await menu.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await header(page).getByRole('button', { name: 'Sign In' }).click();
    await dialogOf(page).waitFor();
    await page.mouse.click(PHONE.width / 2, 8);
    await dialogOf(page).waitFor({ state: 'hidden' });
  }),
);

it(
  'a signed-in visitor never sees the signed-out header and can request another verification email',
  stage.shown(async () => {
    const { page } = (await signIn('sees@people.example')).watched;
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    // Before that, the style sheets may be missing, and nobody sees the header.
    await comesTrue(page, () => performance.getEntriesByName('first-contentful-paint').length > 0);
    expect(await signInButton(page).isVisible()).toBe(false);
    go();
    await userMenu(page).waitFor({ state: 'attached' });
    expect(await signInButton(page).count()).toBe(0);
    await sees(page, () => pickOfMenu(page, 'Verify Email'), [
      MESSAGE,
      ACCOUNT_MESSAGES.verificationSent,
    ]);
  }),
);

it(
  'two tabs renew an expired access token with a single refresh, and sign out together',
  stage.shown(async () => {
    const { tokens, watched } = await signIn('two-tabs@people.example');
    const one = watched.page;
    const context = one.context();
    const other = await context.newPage();
    await openHome(other);
    const refreshes: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith(API.refreshToken)) {
        refreshes.push(request.url());
      }
    });
    // The access token has expired; each tab notices when it next needs the token.
    const asked = [one, other].map((page) => page.waitForResponse(`**${API.history}*`));
    await one.route(`**${API.me}`, (route) => route.abort());
    await other.route(`**${API.me}`, (route) => route.abort());
    stage.allowProblems(new RegExp(`GET ${API.me}`));
    const ended = JSON.stringify({ ...tokens, access_token: 'ended', expires_at: 0 });
    await one.evaluate((text) => localStorage.setItem('session', text), ended);
    await Promise.all([one, other].map((page) => pickOfMenu(page, 'Download History')));
    expect((await Promise.all(asked)).map((reply) => reply.status())).toEqual([200, 200]);
    expect(refreshes).toHaveLength(1);

    await one.keyboard.press('Escape');
    await other.keyboard.press('Escape');
    await one.bringToFront();
    await pickOfMenu(one, 'Sign Out');
    await signInButton(other).waitFor();
    await one.getByRole('textbox').waitFor();
  }),
);

it(
  'a new password ends the session in another browser, where the visitor is told',
  stage.shown(async () => {
    const email = 'changes@people.example';
    const { page } = (await signIn(email)).watched;
    const { page: elsewhere } = (await signIn(email)).watched;
    await pickOfMenu(page, 'Profile & Settings');
    const dialog = dialogOf(page);
    await dialog.getByRole('tab', { name: 'Security' }).click();
    const passwords = { 'New password': 'Another123', 'Confirm new password': 'Another123' };
    await fill(page, { 'Current password': 'Wrong123', ...passwords });
    await submit(page, 'Change password', ERRORS.WRONG_PASSWORD.message);
    await fill(page, { 'Current password': PASSWORD });
    await submit(page, 'Change password', ACCOUNT_MESSAGES.passwordChanged);
    await dialog.getByLabel('Current password', { exact: true }).waitFor();

    await sees(elsewhere, () => pickOfMenu(elsewhere, 'Download History'), [
      MESSAGE,
      ACCOUNT_MESSAGES.sessionExpired,
    ]);
    await elsewhere.keyboard.press('Escape');
    await signInButton(elsewhere).waitFor();
    expect(await stored(elsewhere)).toBeNull();
    stage.expectProblems(
      new RegExp(`POST ${API.changePassword}: 403`),
      new RegExp(`GET ${API.history}: 401`),
      new RegExp(`POST ${API.refreshToken}: 401`),
    );
  }),
);
