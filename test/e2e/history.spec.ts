import {
  ACCOUNT_MESSAGES,
  API,
  ERRORS,
  HISTORY_MESSAGES,
  historyReplySchema,
  type SessionReply,
} from '@dipper/contract';
import { stat } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { rowsOf } from '../harness/database.js';
import { waitUntil } from '../harness/wait-until.js';
import { handOut } from './preview-visit.js';
import { pickOfMenu, setAccountStage } from './account-stage.js';
import { sees } from './sees.js';
import { comesTrue, search } from './stage.js';
import { faintOrSmall, resize, violationsOf } from './usable.js';

const { stage, client, signIn, openHome } = setAccountStage();

const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
/** Two full pages of the history, and one more download. */
const DOWNLOADS = 41;
/** How often to press Tab at most. No dialog requires more. */
const TABS = 100;

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Download history' });
const rowsIn = (page: Page): Locator => dialogOf(page).getByRole('listitem');

async function historyOf({ access_token: token }: SessionReply) {
  const { body } = await client().ask('GET', API.history, { token });
  return historyReplySchema.parse(body);
}

async function press(page: Page, name: RegExp, key = 'Enter'): Promise<void> {
  const passed: string[] = [];
  do {
    await page.keyboard.press('Tab');
    const words = await page.evaluate(() => {
      const at = document.activeElement;
      const [label] = at instanceof HTMLSelectElement ? at.labels : [];
      return label?.innerText ?? at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    });
    passed.push(words.trim());
    expect(passed.length < TABS || passed).toBe(true);
  } while (!name.test(passed.at(-1) ?? ''));
  await page.keyboard.press(key);
}

it(
  'the history lists a merge once, offers its file, and downloads the same format again after it has expired',
  stage.shown(async () => {
    const { session, watched } = await signIn('leaves@people.example');
    const { page, calls } = watched;
    const link = `${stage.origin.url}/dash/plain.mpd?leaves`;
    const { path, task } = await handOut(stage, link, ({ resolution }) => resolution === '1080p');
    const posts = () => calls.filter((call) => call === `POST ${API.history}`).length;
    await page.goto(stage.url + path);
    await waitUntil(() => posts() > 0, 'a download that is kept');
    await page.reload();
    await page.getByRole('progressbar').or(page.locator('main a[download]')).first().waitFor();
    await openHome(page);
    await pickOfMenu(page, 'Download History');

    const row = rowsIn(page);
    const saved = page.waitForEvent('download');
    await row.getByRole('link', { name: /^Download / }).click();
    expect((await stat(await (await saved).path())).size).toBeGreaterThan(100_000);
    expect(await row.count()).toBe(1);
    expect(posts()).toBe(1);
    const { history } = await historyOf(session);
    expect(history).toMatchObject([{ url: link, status: 'completed', quality: '1080p MP4' }]);

    // The home page may request the expired task.
    stage.allowProblems(/^GET \/api\/download\/status\/.*: 404$/);
    const sql = `UPDATE merge_task SET expires_at = now() WHERE task_id = '${task}'`;
    await rowsOf(stage.server, sql);
    await openHome(page);
    await pickOfMenu(page, 'Download History');
    await row.getByRole('link', { name: /^Download again / }).click();
    const best = page
      .getByRole('region', { name: 'Formats' })
      .getByRole('link', { name: /^Download / });
    expect(await best.first().innerText()).toMatch(/1080p/);
  }),
);

it(
  'the history can be sorted, paged and cleared by keyboard, and shows a stored script as text',
  stage.shown(async () => {
    const { session, watched } = await signIn('keeps@people.example');
    const { page } = watched;
    const save = async (at: number, title: string) => {
      const url = `https://video.example/watch/${at}`;
      const body = { url, title, format: 'video', quality: '720p', file_size: at * 1e6 };
      const kept = await client().send(API.history, body, session.access_token);
      expect(kept.body).toEqual({ saved: true });
    };
    const titles = Array.from({ length: DOWNLOADS - 1 }, (_, at) => `Title ${at + 1}`);
    await Promise.all(titles.map((title, at) => save(at + 1, title)));
    await save(DOWNLOADS, SCRIPT);
    await openHome(page);
    await press(page, /^(?:..)?Your account: /);
    await press(page, /^Download History$/);
    const [dialog, rows] = [dialogOf(page), rowsIn(page)];
    const status = dialog.getByRole('status');
    const announced = (words: string) =>
      status.filter({ hasText: words }).waitFor({ state: 'attached' });
    await announced(`${DOWNLOADS} downloads. Page 1 of 3`);
    expect(await rows.first().getByRole('heading').innerText()).toBe(SCRIPT);
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
    expect(await rows.count()).toBe(1);
    await resize(page, 390);
    expect(await faintOrSmall(page)).toEqual([]);

    await press(page, /^Clear history$/);
    const question = page.getByRole('alertdialog');
    await question.getByText(/can't be undone/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await comesTrue(page, () => document.activeElement?.textContent === 'Clear history');
    await page.keyboard.press('Enter');
    await question.waitFor();

    await page.route(`**${API.history}`, (route) => route.fulfill({ status: 500, json: {} }));
    stage.expectProblems(/: 500$/);
    await press(page, /^Clear history$/);
    await question.getByText(HISTORY_MESSAGES.clearFailed).waitFor();
    expect((await historyOf(session)).total).toBe(DOWNLOADS);
    await page.unroute(`**${API.history}`);
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'History cleared' }).waitFor();
    expect((await historyOf(session)).total).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.route(`**${API.history}?*`, (route) => route.fulfill({ status: 503, json: {} }));
    stage.expectProblems(/: 503$/);
    await resize(page, 1280);
    await pickOfMenu(page, 'Download History');
    await dialog.getByText(HISTORY_MESSAGES.fetchFailed).waitFor();
    await page.unroute(`**${API.history}?*`);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('heading', { name: 'No downloads yet' }).waitFor();
  }),
);

it(
  'a profile is validated, saved and shown as text, and every tab is accessible',
  stage.shown(async () => {
    const { page } = (await signIn('profile@people.example')).watched;
    const header = page.getByRole('banner');
    await pickOfMenu(page, 'Profile & Settings');
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save changes' });
    for (const tab of ['API', 'Podcast feed', 'Preferences', 'Security', 'Profile']) {
      await dialog.getByRole('tab', { name: tab }).click();
      if (tab === 'API') {
        await dialog.getByRole('button', { name: 'Create key' }).waitFor();
        await dialog.getByLabel('Signing secret').waitFor();
      }
      if (tab === 'Podcast feed') {
        await dialog.getByRole('button', { name: 'Create feed' }).click();
        await dialog.getByLabel('Feed address').waitFor();
      }
      expect({ [tab]: await violationsOf(page) }).toEqual({ [tab]: [] });
      // Nothing is sold here.
      expect(await dialog.innerText()).not.toMatch(/daily limit|upgrade/i);
    }
    await dialog.getByLabel('Display name').fill(SCRIPT);
    await dialog.getByLabel('Country').fill(SCRIPT);
    await dialog.getByLabel('Avatar link').fill('javascript:alert(1)');
    await save.click();
    await dialog.getByText(ERRORS.AVATAR_INVALID.message, { exact: true }).waitFor();
    await dialog.getByLabel('Avatar link').fill('');

    stage.expectProblems(new RegExp(`PUT ${API.profile}: 500`));
    for (const [status, said] of [
      [500, ACCOUNT_MESSAGES.profileFailed],
      [200, ACCOUNT_MESSAGES.profileUpdateFailed],
    ] as const) {
      const answer = { status, json: {} };
      await page.route(`**${API.profile}`, (route) => route.fulfill(answer), { times: 1 });
      await save.click();
      await dialog.getByText(said).waitFor();
    }
    await save.click();
    await dialog.getByText(ACCOUNT_MESSAGES.profileUpdated).waitFor();

    await page.reload();
    await header.locator('summary', { hasText: SCRIPT }).click();
    await header.locator('p', { hasText: SCRIPT }).first().waitFor();
    expect(await page.title()).not.toMatch(/^[12]$/);
    expect(await page.locator('img[src=x]').count()).toBe(0);
  }),
);

it(
  'changes to theme, quality, automatic download and history take effect immediately',
  stage.shown(async () => {
    const { session, watched } = await signIn('prefers@people.example');
    const { page } = watched;
    await pickOfMenu(page, 'Profile & Settings');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: 'Preferences' }).click();
    await dialog.getByLabel('Default video quality').selectOption('1080p');
    await dialog.getByLabel('Theme').selectOption('dark');
    await dialog.getByLabel('Start downloads automatically').check();
    await dialog.getByLabel('Keep a download history').uncheck();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByText(ACCOUNT_MESSAGES.profileUpdated).waitFor();
    await page.locator('html[data-theme=dark]').waitFor();

    // Clicks from within the page, because the countdown of five seconds could end before a click
    // from here.
    const cancelled = page.waitForFunction(
      () => {
        const links = [...document.querySelectorAll('a')];
        const start = links.find(({ textContent }) => textContent === 'Start now');
        const cancel = start?.parentElement?.querySelector('button');
        cancel?.click();
        return cancel?.textContent === 'Cancel';
      },
      null,
      { polling: 'raf' },
    );
    await search(page, stage.url, stage.site.manifest('plain', 'preferences'));
    const formats = page.getByRole('region', { name: 'Formats' });
    await formats.getByRole('link', { name: /^Download 1080p/ }).waitFor();
    await cancelled;
    await formats.getByText('Not started.').first().waitFor();

    await sees(page, () => page.getByRole('button', { name: 'Download Now' }).click(), [
      'a',
      'Start now',
    ]);
    await page.waitForURL(/\/preview\?.*resolution=1080p/);
    await page
      .getByRole('link', { name: /^Download/ })
      .first()
      .waitFor();
    expect(await historyOf(session)).toMatchObject({ history: [], total: 0 });
  }),
);
