import type { SessionReply } from '@dipper/contract';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { AccountClient } from '../harness/account-client.js';
import { PostOffice } from '../harness/post-office.js';
import { setStage } from './stage.js';
import { WatchedPage } from './watched-page.js';

/** A browser with a signed-in visitor. */
export interface SignedIn {
  readonly session: SessionReply;
  /** The tokens as the page stores them. */
  readonly tokens: object;
  /** Shows the home page. */
  readonly watched: WatchedPage;
}

/** Opens a stage with accounts for the tests of a file, and the post office for its mails. */
export function setAccountStage() {
  const folder = mkdtempSync(join(tmpdir(), 'dipper-domains-'));
  writeFileSync(join(folder, 'default.json'), JSON.stringify({ authentication_enabled: true }));
  const env = { DOMAINS_DIR: folder, SMTP_URL: '' };
  let post: PostOffice;
  // Before the server starts, which needs its address.
  beforeAll(async () => {
    post = await PostOffice.open();
    env.SMTP_URL = post.url;
  });
  const stage = setStage(env);
  afterAll(async () => {
    await post.close();
    rmSync(folder, { recursive: true });
  });

  /** Signs in, and registers the account first if necessary. */
  async function signIn(email: string, options: BrowserContextOptions = {}): Promise<SignedIn> {
    const session = await new AccountClient(stage.server).signIn(email);
    const { access_token, refresh_token, expires_in } = session;
    const tokens = { access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 };
    const localStorage = [{ name: 'session', value: JSON.stringify(tokens) }];
    const origins = [{ origin: stage.server.url, localStorage }];
    const context = await stage.newContext({ ...options, storageState: { cookies: [], origins } });
    const watched = await WatchedPage.open(context);
    await openHome(watched.page);
    return { session, tokens, watched };
  }

  /** Opens the home page and waits for the account's menu. */
  async function openHome(page: Page): Promise<void> {
    await page.goto(stage.server.url);
    await userMenu(page).waitFor({ state: 'attached' });
  }

  return {
    stage,
    signIn,
    openHome,
    mailTo: (...asked: Parameters<PostOffice['mailTo']>) => post.mailTo(...asked),
  };
}

/** The part of the header that only signed-in visitors see. */
export function userMenu(page: Page): Locator {
  return page.getByRole('banner').getByText(/^Your account: /);
}

/** Picks an entry of the menu of an account. */
export async function pickOfMenu(page: Page, entry: string): Promise<void> {
  const header = page.getByRole('banner');
  await header.locator('summary', { hasText: 'Your account' }).click();
  await header.getByRole('button', { name: entry }).click();
}
