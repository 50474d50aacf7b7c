import { API, HISTORY_MESSAGES, historyReplySchema, type SessionReply } from '@dipper/contract';
import { stat } from 'node:fs/promises';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { AccountClient } from '../harness/account-client.js';
import { waitUntil } from '../harness/wait-until.js';
import { handOut } from './preview-visit.js';
import { setAccountStage } from './account-stage.js';
import { faintOrSmall, resize, violationsOf } from './usable.js';
import { WatchedPage } from './watched-page.js';

/** Long enough for a busy machine to save a file before its end. */
const SHORT_SECONDS = 15;
const { stage } = setAccountStage({ FILE_RETENTION_SECONDS: String(SHORT_SECONDS) });

const client = () => new AccountClient(stage.server);
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Download history' });
const rowsOf = (page: Page): Locator => dialogOf(page).getByRole('listitem');

async function historyOf({ access_token: token }: SessionReply) {
  const { body } = await client().ask('GET', API.history, { token });
  return historyReplySchema.parse(body);
}

/** A browser in which somebody new is signed in. */
async function signIn(email: string, options: BrowserContextOptions = {}) {
  const session = await client().signIn(email);
  const { access_token, refresh_token, expires_in } = session;
  const tokens = { access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 };
  const localStorage = [{ name: 'session', value: JSON.stringify(tokens) }];
  const origins = [{ origin: stage.server.url, localStorage }];
  const storageState = { cookies: [], origins };
  const context = await stage.newContext({ ...options, storageState });
  return { session, watched: await WatchedPage.open(context) };
}

async function openHistory(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Your account: ' }).click();
  await page.getByRole('button', { name: 'Download History' }).click();
}

/** By the keyboard alone, from wherever the focus is. */
async function press(page: Page, name: RegExp, key = 'Enter'): Promise<void> {
  await waitUntil(async () => {
    await page.keyboard.press('Tab');
    const words = await page.evaluate(() => {
      const at = document.activeElement;
      const [label] = at instanceof HTMLSelectElement ? at.labels : [];
      return label?.innerText ?? at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    });
    return name.test(words.trim());
  }, `the focus on ${name}`);
  await page.keyboard.press(key);
}

it(
  'keeps a merge once, whose visitor has left, and leads back to its file and then to its format',
  stage.shown(async () => {
    const { session, watched } = await signIn('leaves@people.example');
    const { page, calls } = watched;
    // The account prefers 720p.
    const link = `${stage.origin.url}/dash/plain.mpd?leaves`;
    const { path } = await handOut(stage, link, ({ resolution }) => resolution === '1080p');
    const posts = () => calls.filter((call) => call === `POST ${API.history}`).length;
    await page.goto(stage.server.url + path);
    await waitUntil(() => posts() > 0, 'a download that is kept');
    await page.reload();
    await page.getByRole('progressbar').or(page.locator('main a[download]')).first().waitFor();
    await page.goto(stage.server.url);
    await openHistory(page);

    const row = rowsOf(page);
    const saved = page.waitForEvent('download');
    await row.getByRole('link', { name: /^Download / }).click();
    expect((await stat(await (await saved).path())).size).toBeGreaterThan(100_000);
    expect(await row.count()).toBe(1);
    expect(posts()).toBe(1);
    const { history } = await historyOf(session);
    expect(history).toMatchObject([{ url: link, status: 'completed', quality: '1080p MP4' }]);

    // It counts down to its end by itself.
    await row.getByRole('link', { name: /^Make again / }).click();
    const best = page.getByRole('region', { name: 'Formats' }).getByRole('link', { name: /^Get / });
    expect(await best.first().innerText()).toMatch(/1080p/);
  }),
);

it(
  'is sorted, paged and cleared by the keyboard alone, and shows stored script as text',
  stage.shown(async () => {
    const { session, watched } = await signIn('keeps@people.example');
    const { page } = watched;
    const script = '<img src=x onerror="document.title=1">';
    for (let at = 1; at <= 45; at += 1) {
      const title = at === 45 ? script : `Title ${String(at).padStart(2, '0')}`;
      const url = `https://video.example/watch/${at}`;
      const body = { url, title, format: 'video', quality: '720p', file_size: at * 1e6 };
      const kept = await client().send(API.history, body, session.access_token);
      expect(kept.body).toEqual({ saved: true });
    }
    await page.goto(stage.server.url);
    await page.getByText(/^Your account: /).waitFor({ state: 'attached' });
    await press(page, /^(?:..)?Your account: /);
    await press(page, /^Download History$/);
    const [dialog, rows] = [dialogOf(page), rowsOf(page)];
    const status = dialog.getByRole('status');
    const announced = (words: string) =>
      status.filter({ hasText: words }).waitFor({ state: 'attached' });
    await announced('45 downloads. Page 1 of 3');
    expect(await rows.first().getByRole('heading').innerText()).toBe(script);
    expect(await dialog.locator('img').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);

    await page.keyboard.press('Shift+Tab');
    await press(page, /^Sort by$/, 'S');
    await announced('by Size, Largest first');
    await press(page, /^Order$/, 'S');
    await announced('by Size, Smallest first');
    await press(page, /^Next$/);
    await announced('Page 2 of 3');
    expect(await rows.first().getByRole('heading').innerText()).toBe('Title 21');
    await page.keyboard.press('Enter');
    await announced('Page 3 of 3');
    expect(await rows.count()).toBe(5);
    await resize(page, 390);
    expect(await faintOrSmall(page)).toEqual([]);

    await press(page, /^Clear history$/);
    const question = page.getByRole('alertdialog');
    await question.getByText(/cannot be undone/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');

    await page.route(`**${API.history}`, (route) => route.fulfill({ status: 500, json: {} }));
    stage.expectProblems(/: 500$/);
    await press(page, /^Clear history$/);
    await question.getByText(HISTORY_MESSAGES.clearFailed).waitFor();
    expect((await historyOf(session)).total).toBe(45);
    await page.unroute(`**${API.history}`);
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Your history is cleared' }).waitFor();
    expect((await historyOf(session)).total).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.route(`**${API.history}?*`, (route) => route.fulfill({ status: 503, json: {} }));
    stage.expectProblems(/: 503$/);
    await resize(page, 1280);
    await openHistory(page);
    await dialog.getByText(HISTORY_MESSAGES.fetchFailed).waitFor();
    await page.unroute(`**${API.history}?*`);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('heading', { name: 'No downloads yet' }).waitFor();
  }),
);
