import { MESSAGES, SHORT_ID } from '@dipper/contract';
import type { BrowserContext, Page } from 'playwright-core';
import { waitUntil } from '../harness/wait-until.js';
import { handOut } from './preview-visit.js';
import { setStage } from './stage.js';

const stage = setStage();

const MUXED = ({ kind }: { readonly kind: string }): boolean => kind === 'direct';
/** Nothing but our own server and the origins is reached; the sites that are shared to answer here. */
const TARGETS: readonly [way: string, host: RegExp, said: string][] = [
  ['X (Twitter)', /^(?:twitter|x)\.com$/, MESSAGES.share.openingTwitter],
  ['Facebook', /facebook\.com$/, MESSAGES.share.openingFacebook],
  ['WhatsApp', /^(?:wa\.me|.*whatsapp\.com)$/, MESSAGES.share.openingWhatsApp],
];

/** A preview that can be shared, in a browser of its own. */
async function openPreview(title: string): Promise<{ context: BrowserContext; page: Page }> {
  const { path } = await handOut(stage, `${stage.origin.url}/watch/muxed?${title}`, MUXED);
  const context = await stage.newContext();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.goto(stage.server.url + path);
  return { context, page };
}

async function choose(page: Page, way: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('menuitem', { name: way }).click();
}

const clipboard = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText());

/** The link of a preview, copied. */
async function copied(page: Page): Promise<string> {
  await choose(page, 'Copy Link');
  await page.getByText(MESSAGES.share.copied).first().waitFor();
  return clipboard(page);
}

describe('the share menu', () => {
  it(
    'copies a short link that another browser opens and plays',
    stage.shown(async () => {
      const { page } = await openPreview('two browsers');
      const link = await copied(page);
      expect(new URL(link).origin).toBe(stage.server.url);
      expect(new URL(link).pathname.replace('/p/', '')).toMatch(SHORT_ID);
      await page.getByRole('button', { name: 'Success!' }).waitFor();
      await page.getByRole('button', { name: 'Share', exact: true }).waitFor();

      const other = await (await stage.newContext()).newPage();
      await other.goto(link);
      expect(new URL(other.url()).pathname).toBe('/preview');
      const video = other.locator('video');
      await video.evaluate(async (it: HTMLVideoElement) => {
        it.muted = true;
        await it.play();
      });
      await waitUntil(
        () => video.evaluate((it: HTMLVideoElement) => it.currentTime > 0),
        'time that passes',
      );
    }),
  );

  it(
    'says so where the link could not be made, and makes it at the next press',
    stage.shown(async () => {
      const { context, page } = await openPreview('offline');
      // Its code has come by then.
      await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await context.setOffline(true);
      stage.allowProblems(/INTERNET_DISCONNECTED/);
      await choose(page, 'Copy Link');
      const [failed] = MESSAGES.share.shortUrlFailed.split('{{');
      await page
        .getByRole('alert')
        .filter({ hasText: failed ?? '' })
        .waitFor();
      await page.getByRole('button', { name: 'Failed' }).waitFor();
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Share', exact: true }).waitFor();
      expect(await copied(page)).toContain('/p/');
    }),
  );

  it.each(TARGETS)(
    'opens %s with the link',
    stage.shown(async (way, host, said) => {
      const { context, page } = await openPreview(`to ${way}`);
      await context.route(
        (url) => host.test(url.hostname),
        (route) => route.fulfill({ body: 'Welcome' }),
      );
      const opened = context.waitForEvent('page');
      await choose(page, way);
      await page.getByText(said).first().waitFor();
      const tab = await opened;
      await tab.waitForURL((url) => host.test(url.hostname));
      expect(decodeURIComponent(tab.url())).toContain(`${stage.server.url}/p/`);
    }),
  );

  it(
    'shows a code for the phone, which holds the link, and closes by Escape and by a click beside it',
    stage.shown(async () => {
      const { page } = await openPreview('code');
      const menu = page.getByRole('menu');
      for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 300)]) {
        await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).click();
        await menu.waitFor();
        await close();
        await menu.waitFor({ state: 'detached' });
      }
      await choose(page, 'QR code');
      const link = await page.getByRole('textbox', { name: 'Link to share' }).inputValue();
      expect(link).toContain(`${stage.server.url}/p/`);
      await page.getByRole('img', { name: /QR code/ }).waitFor();
    }),
  );

  it(
    'lets the link be copied by hand where the clipboard is closed',
    stage.shown(async () => {
      const { path } = await handOut(stage, `${stage.origin.url}/watch/muxed?closed`, MUXED);
      const { page } = await stage.newPage();
      await page.addInitScript(() => {
        // As under a policy that keeps the clipboard from the page.
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        document.execCommand = () => false;
      });
      await page.goto(stage.server.url + path);
      await choose(page, 'Copy Link');
      await page.getByText(MESSAGES.share.copyFailed).first().waitFor();
      const field = page.getByRole('textbox', { name: 'Link to share' });
      await field.waitFor();
      const selected = () => field.evaluate((it: HTMLInputElement) => it.selectionEnd);
      await waitUntil(async () => Number(await selected()) > 0, 'a selected link');
    }),
  );
});

describe('a short link', () => {
  it(
    'that nobody made leads to a page that says so, with the form',
    stage.shown(async () => {
      stage.expectProblems(/^GET \/p\/.*: 404/);
      const { page } = await stage.newPage();
      const response = await page.goto(`${stage.server.url}/p/nobodyMade`);
      expect(response?.status()).toBe(404);
      await page.getByRole('heading', { name: "We couldn't find this link" }).waitFor();
      await page.getByRole('textbox').first().waitFor();
    }),
  );
});
