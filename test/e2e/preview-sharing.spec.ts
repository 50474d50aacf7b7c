import { MESSAGES, SHORT_ID } from '@dipper/contract';
import type { BrowserContext, Page } from 'playwright-core';
import { TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { alertWith, downloadButton, handOut, loaded, plays } from './preview-visit.js';
import { MESSAGE, sees } from './sees.js';
import { search, setStage, visit } from './stage.js';

const stage = setStage();

/**
 * A site to which a link can be shared. The test responds in its place. (share-menu.spec.tsx tests
 * the URLs of all sites.)
 */
const TARGET = {
  way: 'X (Twitter)',
  host: /^(?:twitter|x)\.com$/,
  said: MESSAGES.share.openingTwitter,
};

let preview: string;

beforeAll(async () => {
  const { path } = await handOut(
    stage,
    `${stage.origin.url}/watch/muxed`,
    ({ kind }) => kind === 'direct',
  );
  preview = stage.url + path;
});

async function openPreview(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await stage.newContext();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await visit(page, preview);
  return { context, page };
}

const openMenu = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).click();

/** Waits for the clip maker with a GIF of the item's second second. */
async function atTimes(page: Page): Promise<void> {
  const panel = page.getByRole('tabpanel', { name: 'Clip' });
  await panel.getByRole('radio', { name: 'GIF', checked: true }).waitFor();
  const edges = ['Start', 'End'].map((name) => panel.getByRole('textbox', { name }).inputValue());
  expect(await Promise.all(edges)).toEqual(['0:01', '0:02']);
}

async function choose(page: Page, way: string): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: way }).click();
}

describe('times after a link', () => {
  it(
    'open the clip maker, also for anyone who opens the short link of the result',
    stage.shown(async () => {
      const context = await stage.newContext();
      const page = await context.newPage();
      const link = `${stage.origin.url}/watch/muxed`;
      await search(page, stage.url, `${link} from 0:01 to 0:02 as gif`);
      await page.getByRole('group', { name: 'Clip' }).getByText('GIF').waitFor();
      await atTimes(page);
      const main = page.getByRole('button', { name: 'Make this clip (0:01)' });
      const whole = page.getByRole('link', { name: 'Full length' });
      expect(await main.getAttribute('class')).toContain('button-primary');
      expect(await whole.getAttribute('class')).toContain('button-quiet');
      // In one call, because the page may still be scrolling to the result.
      const isAbove = await main.evaluate(
        (own, other) => own.getBoundingClientRect().y < other.getBoundingClientRect().y,
        await whole.evaluateHandle((it) => it),
      );
      expect(isAbove).toBe(true);
      await page.getByRole('region', { name: 'Formats' }).getByText('Share').click();
      const shared = page.getByRole('textbox', { name: 'Link to share' });
      await shared.waitFor();

      const other = await (await stage.newContext()).newPage();
      await other.goto(await shared.inputValue());
      await atTimes(other);
      expect(await other.getByRole('textbox', { name: 'Link to a video' }).inputValue()).toBe(
        `${link} 0:01-0:02 as gif`,
      );
      await other.getByRole('button', { name: 'Make this clip (0:01)' }).click();
      await downloadButton(other).waitFor();
    }),
  );
});

describe('the share menu', () => {
  it(
    'closes on Escape, copies a short link that another browser plays, and shows a QR code',
    stage.shown(async () => {
      const { context, page } = await openPreview();
      // This also loads the menu's code while the browser is still online.
      const menu = page.getByRole('menu');
      for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 300)]) {
        await openMenu(page);
        await menu.waitFor();
        await close();
        await menu.waitFor({ state: 'detached' });
      }
      await context.setOffline(true);
      stage.allowProblems(/INTERNET_DISCONNECTED/);
      const [failed = ''] = MESSAGES.share.shortUrlFailed.split('{{');
      await sees(
        page,
        () => choose(page, 'Copy Link'),
        ['[role=alert]', failed],
        ['button', 'Failed'],
      );
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Share', exact: true }).waitFor();

      await sees(
        page,
        () => choose(page, 'Copy Link'),
        [MESSAGE, MESSAGES.share.copied],
        ['button', 'Success!'],
      );
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(new URL(link).origin).toBe(stage.url);
      expect(new URL(link).pathname.replace('/p/', '')).toMatch(SHORT_ID);
      await page.getByRole('button', { name: 'Share', exact: true }).waitFor();

      const { way, host, said } = TARGET;
      await context.route(
        (url) => host.test(url.hostname),
        (route) => route.fulfill({ body: 'Welcome' }),
      );
      const opened = context.waitForEvent('page');
      await sees(page, () => choose(page, way), [MESSAGE, said]);
      const tab = await opened;
      await tab.waitForURL((url) => host.test(url.hostname));
      expect(decodeURIComponent(tab.url())).toContain(`${stage.url}/p/`);
      await tab.close();
      await choose(page, 'QR code');
      expect(await page.getByRole('textbox', { name: 'Link to share' }).inputValue()).toBe(link);
      await page.getByRole('img', { name: /QR code/ }).waitFor();

      const other = await (await stage.newContext()).newPage();
      await other.goto(link);
      expect(new URL(other.url()).pathname).toBe('/preview');
      await plays(other);
    }),
  );
});

describe('a finished file', () => {
  /**
   * Makes a different file for each `variant`. @returns the file's task and the URL of its preview
   */
  async function makeFile(variant: string): Promise<{ task: string; address: string }> {
    const { path, task } = await handOut(stage, `${stage.origin.url}/dash/webm.mpd?${variant}`);
    await new TestClient(stage.server).merge(task);
    return { task, address: stage.url + path };
  }

  it(
    'describes the file after it has expired, and lets the visitor download it again',
    stage.shown(async () => {
      stage.expectProblems(/^(?:GET|HEAD) \/api\/download\/file\/.*: 410$/);
      stage.allowProblems(/: 404$/, /: 410$/);
      const { task, address } = await makeFile('expired');
      const { page } = await stage.newPage();
      await visit(page, address);
      await loaded(page);
      const sql = `UPDATE merge_task SET expires_at = now() WHERE task_id = '${task}'`;
      await rowsOf(stage.server, sql);
      // Don't wait for the button, because the player may have noticed first and removed it.
      await downloadButton(page).evaluateAll((links: HTMLElement[]) => links[0]?.click());
      const alert = alertWith(page, MESSAGES.merge.expired);
      await alert.waitFor();

      await page.reload();
      await alert.waitFor();
      expect(await alert.innerText()).toMatch(/360p/);
      await page.getByRole('img', { name: 'A boat left dry on the sand by the tide' }).waitFor();
      await page.getByRole('button', { name: 'Download again' }).click();
      await downloadButton(page).waitFor();
      await plays(page);
    }),
  );
});
