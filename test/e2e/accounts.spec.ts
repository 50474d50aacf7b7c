import { ACCOUNT_MESSAGES, API, HISTORY_MESSAGES } from '@dipper/contract';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { PostOffice } from '../harness/post-office.js';
import { waitUntil } from '../harness/wait-until.js';
import { setStage } from './stage.js';

const folder = mkdtempSync(join(tmpdir(), 'dipper-domains-'));
writeFileSync(join(folder, 'default.json'), JSON.stringify({ authentication_enabled: true }));
const env = { DOMAINS_DIR: folder, SMTP_URL: '' };
let post: PostOffice;
beforeAll(async () => {
  post = await PostOffice.open();
  env.SMTP_URL = post.url;
});
const stage = setStage(env);
afterAll(async () => {
  await post.close();
  rmSync(folder, { recursive: true });
});

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

/** A browser in which somebody new is signed in. */
async function signedIn(): Promise<{ context: BrowserContext; tokens: Tokens; email: string }> {
  const email = somebody();
  await send(API.register, { email, password: PASSWORD, username: 'Ada' });
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

    const { link } = await post.mailTo(email);
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
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(ACCOUNT_MESSAGES.refreshFailed).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');

    const { refresh_token, ...lost } = tokens;
    expect(refresh_token).toBeDefined();
    await keep(page, { ...lost, access_token: 'ended' });
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
  'who cannot reach the server stays signed in',
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
  }),
);
