import { ACCOUNT_MESSAGES, API, ERRORS, HISTORY_MESSAGES } from '@dipper/contract';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { waitUntil } from '../harness/wait-until.js';
import { setAccountStage } from './account-stage.js';
import { search } from './stage.js';
import { violationsOf } from './usable.js';

const { stage, mailTo } = setAccountStage();

const PASSWORD = 'Secret123';
let people = 0;
/** Somebody new: limits of one test are not those of another. */
const somebody = (): string => `e${(people += 1)}@people.example`;

interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly expires_at: number;
}

async function send(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${stage.server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBeLessThan(300);
  return response.json();
}

/** A browser in which somebody is signed in: somebody new, or once more who is elsewhere already. */
async function signedIn(
  known?: string,
): Promise<{ context: BrowserContext; tokens: Tokens; email: string }> {
  const email = known ?? somebody();
  if (known === undefined) {
    await send(API.register, { email, password: PASSWORD, username: 'Ada' });
  }
  const reply = (await send(API.login, { email, password: PASSWORD })) as Required<Tokens>;
  const tokens = { ...reply, expires_at: Date.now() + 900_000 };
  const localStorage = [{ name: 'session', value: JSON.stringify(tokens) }];
  const origins = [{ origin: stage.server.url, localStorage }];
  return {
    context: await stage.newContext({ storageState: { cookies: [], origins } }),
    tokens,
    email,
  };
}

const header = (page: Page): Locator => page.getByRole('banner');
const signInButton = (page: Page): Locator =>
  header(page).getByRole('button', { name: 'Sign In', exact: true });
const userMenu = (page: Page): Locator => header(page).getByText(/^Your account: /);
const stored = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('session'));

/** Leaves these tokens in the storage of all tabs. Browsers tell the others, not the page itself. */
async function keep(page: Page, tokens: Tokens): Promise<void> {
  await page.evaluate((text) => localStorage.setItem('session', text), JSON.stringify(tokens));
}

async function open(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(stage.server.url);
  await userMenu(page).waitFor({ state: 'attached' });
  return page;
}

async function pick(page: Page, entry: string): Promise<void> {
  await header(page).locator('summary', { hasText: 'Your account' }).click();
  await header(page).getByRole('button', { name: entry }).click();
}

async function logIn(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
}

it(
  'somebody registers, follows the link of the mail, signs in, and out',
  stage.shown(async () => {
    const email = somebody();
    const { page } = await stage.newPage();
    await page.goto(stage.server.url);
    await header(page).getByRole('button', { name: 'Sign Up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill(email);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByLabel('The same password again').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Create the account' }).click();
    await dialog.getByText(ACCOUNT_MESSAGES.registered).waitFor();

    const { link } = await mailTo(email);
    const token = link.searchParams.get('token') ?? '';
    const passedOn: string[] = [];
    page.on('request', (request) => {
      const isDocument = request.isNavigationRequest();
      const { referer = '' } = request.headers();
      passedOn.push(referer, isDocument ? '' : request.url());
    });
    await page.goto(link.href, { waitUntil: 'commit' });
    await page.getByText(ACCOUNT_MESSAGES.verified).waitFor();
    expect(page.url()).toBe(`${stage.server.url}/`);
    // What the document itself loads still comes from its whole address, to our own server alone.
    const foreign = passedOn.filter((text) => !text.startsWith(stage.server.url));
    expect(foreign.filter((text) => text.includes(token))).toEqual([]);

    await page.reload();
    await signInButton(page).click();
    await logIn(page, email);
    await page.getByText(ACCOUNT_MESSAGES.loggedIn).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await pick(page, 'Logout');
    await signInButton(page).waitFor();
    expect(await stored(page)).toBeNull();
  }),
);

it(
  'a signed-in person never sees the header of visitors',
  stage.shown(async () => {
    const { context } = await signedIn();
    const page = await context.newPage();
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(stage.server.url, { waitUntil: 'commit' });
    await page.getByRole('textbox').waitFor();
    expect(await signInButton(page).isVisible()).toBe(false);
    go();
    await userMenu(page).waitFor({ state: 'attached' });
    expect(await signInButton(page).count()).toBe(0);
  }),
);

it(
  'a session outlives its access token, in two tabs by one refresh, and ends in both together',
  stage.shown(async () => {
    const { context, tokens } = await signedIn();
    const [one, other] = [await open(context), await open(context)];
    const refreshes: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith(API.refreshToken)) {
        refreshes.push(request.url());
      }
    });
    // The access token has ended; each tab finds that out when it needs one.
    const asked = [one, other].map((page) => page.waitForResponse(`**${API.history}*`));
    await one.route(`**${API.me}`, (route) => route.abort());
    await other.route(`**${API.me}`, (route) => route.abort());
    stage.allowProblems(new RegExp(`GET ${API.me}`));
    await keep(one, { ...tokens, access_token: 'ended', expires_at: 0 });
    await Promise.all([pick(one, 'Download History'), pick(other, 'Download History')]);
    expect((await Promise.all(asked)).map((reply) => reply.status())).toEqual([200, 200]);
    expect(refreshes).toHaveLength(1);

    await one.keyboard.press('Escape');
    await other.keyboard.press('Escape');
    await one.bringToFront();
    await pick(one, 'Logout');
    await signInButton(other).waitFor();
    await one.getByRole('textbox').waitFor();
  }),
);

it(
  'a session that was ended elsewhere is over, and says so',
  stage.shown(async () => {
    const { context, tokens } = await signedIn();
    const page = await open(context);
    const authorization = `Bearer ${tokens.access_token}`;
    const ended = fetch(`${stage.server.url}${API.logout}`, {
      method: 'POST',
      headers: { authorization },
    });
    expect((await ended).status).toBe(200);
    stage.expectProblems(
      new RegExp(`GET ${API.history}: 401`),
      new RegExp(`POST ${API.refreshToken}: 401`),
    );
    await pick(page, 'Download History');
    await page.getByText(ACCOUNT_MESSAGES.sessionExpired).first().waitFor();
    await page.keyboard.press('Escape');
    await signInButton(page).waitFor();
    expect(await stored(page)).toBeNull();
  }),
);

it(
  'says why a session could not be renewed, and signs nobody out for a broken server',
  stage.shown(async () => {
    const { context, tokens } = await signedIn();
    const page = await open(context);
    let isBroken = true;
    await page.route(`**${API.refreshToken}`, (route) =>
      isBroken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    stage.expectProblems(
      new RegExp(`GET ${API.history}: 401`),
      new RegExp(`POST ${API.refreshToken}: 500`),
    );
    await keep(page, { ...tokens, access_token: 'ended' });
    await pick(page, 'Download History');
    await page.getByText(ACCOUNT_MESSAGES.refreshFailed).waitFor();
    await page.getByText(HISTORY_MESSAGES.fetchFailed).waitFor();
    isBroken = false;
    const read = page.waitForResponse(
      (reply) => reply.url().includes(API.history) && reply.status() === 200,
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await read;
    await page.keyboard.press('Escape');

    const { refresh_token, ...lost } = tokens;
    expect(refresh_token).toBeDefined();
    await keep(page, { ...lost, access_token: 'ended-too' });
    await pick(page, 'Download History');
    await page.getByText(ACCOUNT_MESSAGES.noRefreshToken).first().waitFor();
    await page.getByText(ACCOUNT_MESSAGES.sessionExpired).first().waitFor();
  }),
);

it(
  'says what is wrong with the connection, and with what answers in the place of the server',
  stage.shown(async () => {
    const gate = await stage.openGate();
    const { page } = await stage.newPage();
    await page.goto(`${gate.url}/?auth=login`);
    await page.getByRole('dialog').waitFor();
    stage.expectProblems(new RegExp(`POST ${API.login}: net::`));
    for (const [fate, words] of [
      ['cut', ACCOUNT_MESSAGES.network],
      ['portal', ACCOUNT_MESSAGES.invalidReply],
    ] as const) {
      gate.fate = (method) => (method === 'POST' ? fate : null);
      await logIn(page, 'nobody@people.example');
      await page.getByRole('dialog').getByText(words).waitFor();
    }
  }),
);

it(
  'who cannot reach the server for a while stays signed in; the mail that verifies is sent again',
  stage.shown(async () => {
    const { context, tokens } = await signedIn();
    const page = await context.newPage();
    await page.route(`**${API.me}`, (route) => route.abort());
    stage.allowProblems(new RegExp(`GET ${API.me}`));
    await page.goto(stage.server.url);
    await waitUntil(async () => (await stored(page)) !== null, 'the page');
    await page.unroute(`**${API.me}`);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await userMenu(page).waitFor({ state: 'attached' });
    expect(await stored(page)).toContain(tokens.access_token);
    await pick(page, 'Verify Email');
    await page.getByText(ACCOUNT_MESSAGES.verificationSent).first().waitFor();
  }),
);

const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
const failOnce = (page: Page, path: string, reply: { status: number; json: object }) =>
  page.route(`**${path}`, (route) => route.fulfill(reply), { times: 1 });

it(
  'a profile is checked, saved and shown as text, and every tab is there for everybody',
  stage.shown(async () => {
    const { context } = await signedIn();
    const page = await open(context);
    await pick(page, 'Profile & Settings');
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save changes' });
    for (const tab of ['Preferences', 'Security', 'Profile']) {
      await dialog.getByRole('tab', { name: tab }).click();
      expect(await violationsOf(page)).toEqual([]);
    }
    await dialog.getByLabel('Display name').fill(SCRIPT);
    await dialog.getByLabel('Country').fill(SCRIPT);
    await dialog.getByLabel('Picture address').fill('javascript:alert(1)');
    await save.click();
    await dialog.getByText(ERRORS.AVATAR_INVALID.message).waitFor();
    await dialog.getByLabel('Picture address').fill('');

    stage.expectProblems(new RegExp(`PUT ${API.profile}: 500`));
    await failOnce(page, API.profile, { status: 500, json: {} });
    await save.click();
    await dialog.getByText(ACCOUNT_MESSAGES.profileFailed).waitFor();
    await failOnce(page, API.profile, { status: 200, json: {} });
    await save.click();
    await dialog.getByText(ACCOUNT_MESSAGES.profileUpdateFailed).waitFor();
    await save.click();
    await dialog.getByText(ACCOUNT_MESSAGES.profileUpdated).waitFor();

    await page.reload();
    await header(page).locator('summary', { hasText: SCRIPT }).click();
    await header(page).locator('p', { hasText: SCRIPT }).first().waitFor();
    expect(await page.title()).not.toMatch(/^[12]$/);
    expect(await page.locator('img[src=x]').count()).toBe(0);
  }),
);

it(
  'preferences act at once: theme, quality, the automatic download, and no history',
  stage.shown(async () => {
    const { context, tokens } = await signedIn();
    const page = await open(context);
    await pick(page, 'Profile & Settings');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: 'Preferences' }).click();
    await dialog.getByLabel('Default video quality').selectOption('1080p');
    await dialog.getByLabel('Theme').selectOption('dark');
    await dialog.getByLabel('Start downloads automatically').check();
    await dialog.getByLabel('Keep a download history').uncheck();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByText(ACCOUNT_MESSAGES.profileUpdated).waitFor();
    await page.locator('html[data-theme=dark]').waitFor();

    await search(page, stage.server.url, stage.site.manifest('plain', 'preferences'));
    const formats = page.getByRole('region', { name: 'Formats' });
    await formats.getByRole('link', { name: /^Get 1080p/ }).waitFor();
    await formats.getByRole('button', { name: 'Cancel' }).click();
    await formats.getByText('Not started.').first().waitFor();

    await page.getByRole('button', { name: 'Download Now' }).click();
    await formats.getByRole('link', { name: 'Start now' }).waitFor();
    await page.waitForURL(/\/preview\?.*resolution=1080p/);
    await page.getByRole('link', { name: /^Save/ }).first().waitFor();
    const authorization = `Bearer ${tokens.access_token}`;
    const kept = await fetch(`${stage.server.url}${API.history}`, { headers: { authorization } });
    expect(await kept.json()).toMatchObject({ history: [], total: 0 });
  }),
);

it(
  'another password ends the session of the other browser',
  stage.shown(async () => {
    const { context, email } = await signedIn();
    const page = await open(context);
    const elsewhere = await open((await signedIn(email)).context);
    await pick(page, 'Profile & Settings');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: 'Security' }).click();
    const change = async (next: string, again: string, current = PASSWORD): Promise<void> => {
      await dialog.getByLabel('Current password', { exact: true }).fill(current);
      await dialog.getByLabel('New password', { exact: true }).fill(next);
      await dialog.getByLabel('Confirm new password', { exact: true }).fill(again);
      await dialog.getByRole('button', { name: 'Change password' }).click();
    };
    await change('Short1', 'Other123');
    await dialog.getByText(ACCOUNT_MESSAGES.newPasswordTooShort).waitFor();
    await dialog.getByText(ACCOUNT_MESSAGES.newPasswordsDiffer).waitFor();
    stage.expectProblems(
      new RegExp(`POST ${API.changePassword}: 500`),
      new RegExp(`POST ${API.changePassword}: 403`),
      new RegExp(`GET ${API.history}: 401`),
      new RegExp(`POST ${API.refreshToken}: 401`),
    );
    await failOnce(page, API.changePassword, { status: 500, json: {} });
    await change('Another123', 'Another123');
    await dialog.getByText(ACCOUNT_MESSAGES.changeFailed).waitFor();
    await failOnce(page, API.changePassword, { status: 200, json: {} });
    await change('Another123', 'Another123');
    await dialog.getByText(ACCOUNT_MESSAGES.passwordChangeFailed).waitFor();
    await change('Another123', 'Another123', 'Wrong123');
    await dialog.getByText(ERRORS.WRONG_PASSWORD.message).waitFor();
    await change('Another123', 'Another123');
    await dialog.getByText(ACCOUNT_MESSAGES.passwordChanged).waitFor();

    await pick(elsewhere, 'Download History');
    await elsewhere.getByText(ACCOUNT_MESSAGES.sessionExpired).first().waitFor();
    await dialog.getByLabel('Current password', { exact: true }).waitFor();
  }),
);
