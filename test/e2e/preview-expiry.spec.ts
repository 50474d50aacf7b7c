import { MESSAGES } from '@dipper/contract';
import type { Page } from 'playwright-core';
import { waitUntil } from '../harness/wait-until.js';
import { alertWith, downloadButton, handOut } from './preview-visit.js';
import { setStage } from './stage.js';

/** Long enough for a busy machine to show a file before its end. */
const SHORT_SECONDS = 15;
const AHEAD_MS = 2 * 3600 * 1000;

const stage = setStage({ FILE_RETENTION_SECONDS: String(SHORT_SECONDS) });
/** Of a finished file, while it is there. */
let shared: string;
async function plays(page: Page): Promise<void> {
  const video = page.locator('video');
  await waitUntil(
    () => video.evaluate((it: HTMLVideoElement) => it.readyState > 0),
    'a video that is ready',
  );
  await video.evaluate(async (it: HTMLVideoElement) => {
    it.muted = true;
    await it.play();
  });
  await waitUntil(
    () => video.evaluate((it: HTMLVideoElement) => it.currentTime > 0),
    'time that passes',
  );
}

/** What the page of something that is gone offers first. */
async function fetchAgain(page: Page): Promise<void> {
  stage.allowProblems(/: 404$/, /: 410$/, /: 403$/);
  await page.getByRole('button', { name: 'Fetch it again' }).click();
  await downloadButton(page).waitFor();
  await plays(page);
}

// In this order: time passes.
describe('a file for a short time', () => {
  it(
    'is shared, plays in another browser, and ends by the clock of the server',
    stage.shown(async () => {
      stage.allowProblems(/: 404$/, /: 410$/);
      const { path } = await handOut(stage, `${stage.origin.url}/dash/webm.mpd?shared`);
      const context = await stage.newContext();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = await context.newPage();
      await page.clock.install({ time: Date.now() + AHEAD_MS });
      await page.goto(stage.server.url + path);
      await downloadButton(page).waitFor();
      expect(await page.getByRole('timer').innerText()).toMatch(/^\d+s left$/);
      await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Copy Link' }).click();
      await page.getByText(MESSAGES.share.copied).first().waitFor();
      shared = await page.evaluate(() => navigator.clipboard.readText());

      const other = await (await stage.newContext()).newPage();
      await other.goto(shared);
      await downloadButton(other).waitFor();
      await plays(other);

      for (const visitor of [page, other]) {
        await alertWith(visitor, MESSAGES.merge.expired).waitFor();
        await visitor.getByRole('link', { name: 'Return to Homepage' }).waitFor();
        expect(await downloadButton(visitor).count()).toBe(0);
      }
      await page.waitForFunction(() => !document.title.startsWith('Processing'));
    }),
  );

  it(
    'says what it was when its link is opened after its end, and one press makes it again',
    stage.shown(async () => {
      stage.allowProblems(/: 404$/, /: 410$/);
      const { page } = await stage.newPage();
      await page.goto(shared);
      const alert = alertWith(page, MESSAGES.merge.expired);
      await alert.waitFor();
      expect(await alert.innerText()).toMatch(/360p/);
      await fetchAgain(page);
    }),
  );

  it(
    'that plays as it is has a session that expires, and one press opens another',
    stage.shown(async () => {
      stage.allowProblems(/: 403$/);
      const { page } = await stage.newPage();
      const { path } = await handOut(
        stage,
        `${stage.origin.url}/watch/muxed`,
        ({ kind }) => kind === 'direct',
      );
      // The source has other addresses by now.
      await page.goto(stage.server.url + path.replace('muxed.mp4', 'muxed.mp4%3Fold'));
      await alertWith(page, MESSAGES.player.proxyExpired).waitFor();
      await downloadButton(page).waitFor({ state: 'detached' });
      await fetchAgain(page);
    }),
  );
});
