import type { VideoInfo } from '@dipper/contract';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { format, videoInfo } from '../../apps/web/src/testing/fixtures.js';
import { comesTrue, setStage } from './stage.js';

const stage = setStage();

const LINK = 'https://vimeo.com/1';
const ROW_720P = 'https://cdn.example/720p60.mp4';
const PICTURE = /\/api\/image-proxy/;

type Tell = { tell: (event: unknown) => void };

/** Runs in the page. Holds back each part of a search's response until the test releases it. */
function holdSearches(): void {
  const ask = window.fetch.bind(window);
  window.fetch = (input, init) => {
    if (input !== '/api/download-video') {
      return ask(input, init);
    }
    const headers = { 'content-type': 'application/x-ndjson' };
    const body = new ReadableStream({
      start: (lines) => {
        const tell = (event: unknown) =>
          lines.enqueue(new TextEncoder().encode(`${JSON.stringify(event)}\n`));
        Object.assign(window, { tell });
      },
    });
    return Promise.resolve(new Response(body, { headers }));
  };
}

/** Makes a result with six rows without sizes, below a thumbnail. */
function result(): VideoInfo {
  const formats = ['1080p60', '720p60', '480p', '360p', '240p', '144p'].map((quality, at) =>
    format({
      format_id: quality,
      url: `https://cdn.example/${quality}.mp4`,
      quality,
      has_audio: at > 1,
      filesize: null,
      recommended: at === 0,
    }),
  );
  return videoInfo({ webpage_url: LINK, description: null, formats });
}

const SIZES = {
  type: 'sizes',
  sizes: result().formats.map((_, at) => ({ at, filesize: 1234567890, filesize_approx: true })),
};

interface Found {
  readonly page: Page;
  readonly row: Locator;
  readonly losePicture: () => Promise<void>;
}

const NARROW = { viewport: { width: 340, height: 700 } };

async function open(options: BrowserContextOptions = NARROW): Promise<Page> {
  const { page } = await stage.newPage(options);
  // A press opens the preview of a made-up URL, which the page may request before the test ends.
  stage.allowProblems(/^(?:GET|HEAD) \/api\/(?:image-proxy|proxied_download): 403$/);
  await page.addInitScript(holdSearches);
  return page;
}

/**
 * Opens a result on a narrow phone and scrolls to the 720p row while the thumbnail is still
 * loading.
 */
async function find(page: Page): Promise<Found> {
  let lose = (): void => undefined;
  const lost = new Promise<void>((resolve) => (lose = resolve));
  await page.unroute(PICTURE);
  await page.route(PICTURE, async (route) => {
    await lost;
    await route.fulfill({ status: 200, contentType: 'image/png', body: 'none' });
  });
  await page.goto(stage.url);
  await page.getByRole('textbox').fill(LINK);
  await page.getByRole('button', { name: 'Download Now' }).click();
  await comesTrue(page, () => 'tell' in window);
  await tell(page, { type: 'result', info: result() });
  const row = page.getByRole('region', { name: 'Formats' }).getByRole('link', { name: /^720p60/ });
  await row.waitFor();
  // After user input, the page no longer scrolls automatically.
  await page.keyboard.press('Shift');
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const losePicture = async () => {
    const answered = page.waitForResponse(PICTURE);
    lose();
    await (await answered).finished();
  };
  return { page, row, losePicture };
}

const tell = (page: Page, event: unknown): Promise<void> =>
  page.evaluate((told) => (window as unknown as Tell).tell(told), event);

const settle = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

async function edgeOf(row: Locator): Promise<{ x: number; y: number }> {
  const box = await row.boundingBox();
  if (box === null) {
    throw new Error('The row is not visible');
  }
  return { x: box.x + box.width / 2, y: box.y + 3 };
}

const leadsTo = async (page: Page): Promise<string | null> => {
  await page.waitForURL(/\/preview\?/);
  return new URL(page.url()).searchParams.get('url');
};

const CHANGES: readonly (readonly [what: string, happen: (found: Found) => Promise<void>])[] = [
  ['the picture is missing', ({ losePicture }) => losePicture()],
  ['sizes come', ({ page }) => tell(page, SIZES)],
];

describe('a press on a row opens it, even if the page changes before the release', () => {
  it(
    'with a mouse, unless the row is dragged',
    stage.shown(async () => {
      const page = await open();
      const led: Record<string, string | null> = {};
      for (const [what, happen] of CHANGES) {
        const found = await find(page);
        const { x, y } = await edgeOf(found.row);
        await page.mouse.move(x, y);
        await page.mouse.down();
        await happen(found);
        await settle(page);
        expect(await edgeOf(found.row)).toEqual({ x, y });
        await page.mouse.up();
        led[what] = await leadsTo(page);
      }
      expect(led).toEqual(Object.fromEntries(CHANGES.map(([what]) => [what, ROW_720P])));

      const { row } = await find(page);
      const { x, y } = await edgeOf(row);
      await page.mouse.move(x, y + 20);
      await page.mouse.down();
      await page.mouse.move(x, y - 150, { steps: 5 });
      await page.mouse.up();
      expect(new URL(page.url()).pathname).toBe('/');

      await page.mouse.move(x, y + 20);
      await page.mouse.down();
      await page.mouse.move(x + 8, y + 24, { steps: 4 });
      await page.mouse.up();
      expect(await leadsTo(page)).toBe(ROW_720P);
    }),
  );

  it(
    'on a touch screen',
    stage.shown(async () => {
      const page = await open({ ...NARROW, hasTouch: true, isMobile: true });
      const touch = await page.context().newCDPSession(page);
      const led: Record<string, string | null> = {};
      for (const [what, happen] of CHANGES) {
        const found = await find(page);
        const at = await edgeOf(found.row);
        await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
        await happen(found);
        await settle(page);
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        led[what] = await leadsTo(page);
      }
      expect(led).toEqual(Object.fromEntries(CHANGES.map(([what]) => [what, ROW_720P])));
    }),
  );
});
