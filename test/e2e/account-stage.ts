import type { SessionReply } from '@dipper/contract';
import { simpleParser } from 'mailparser';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { AccountClient } from '../harness/account-client.js';
import { type ArrivedMail, arrived } from '../harness/post-office.js';
import { SHARED_DOMAINS } from '../harness/shared-domains.js';
import { waitUntil } from '../harness/wait-until.js';
import { setStage } from './stage.js';
import { WatchedPage } from './watched-page.js';

export interface SignedIn {
  readonly session: SessionReply;
  /** The tokens as the page stores them. */
  readonly tokens: object;
  readonly watched: WatchedPage;
}

export function setAccountStage() {
  const stage = setStage({ host: SHARED_DOMAINS.accounts.host });

  const client = () => new AccountClient(stage);

  /**
   * Waits for the n-th email to an address (1 is the first). Without SMTP_URL, the server writes
   * emails to files.
   */
  async function mailTo(address: string, nth = 1): Promise<ArrivedMail> {
    const outbox = join(stage.server.dataDir, 'outbox');
    const find = async (): Promise<ArrivedMail | null> => {
      const names = await readdir(outbox).catch(() => []);
      const mails = names.filter((name) => name.endsWith('.eml') && !name.startsWith('.')).sort();
      const texts = await Promise.all(mails.map((name) => readFile(join(outbox, name), 'utf8')));
      const text = texts.filter((it) => it.includes(`To: ${address}`))[nth - 1];
      return text === undefined ? null : arrived(await simpleParser(text), [address]);
    };
    return waitUntil(find, `mail ${nth} to ${address}`);
  }

  async function signIn(email: string, options: BrowserContextOptions = {}): Promise<SignedIn> {
    const session = await client().signIn(email);
    const { access_token, refresh_token, expires_in } = session;
    const tokens = { access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 };
    const localStorage = [{ name: 'session', value: JSON.stringify(tokens) }];
    const origins = [{ origin: stage.url, localStorage }];
    const context = await stage.newContext({ ...options, storageState: { cookies: [], origins } });
    const watched = await WatchedPage.open(context);
    await openHome(watched.page);
    return { session, tokens, watched };
  }

  async function openHome(page: Page): Promise<void> {
    await page.goto(stage.url);
    await userMenu(page).waitFor({ state: 'attached' });
  }

  return { stage, client, signIn, openHome, mailTo };
}

export function userMenu(page: Page): Locator {
  return page.getByRole('banner').getByText(/^Your account: /);
}

export async function pickOfMenu(page: Page, entry: string): Promise<void> {
  const header = page.getByRole('banner');
  await header.locator('summary', { hasText: 'Your account' }).click();
  await header.getByRole('button', { name: entry }).click();
}
