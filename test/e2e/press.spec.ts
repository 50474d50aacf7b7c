import type { VideoInfo } from '@dipper/contract';
import type { Locator, Page } from 'playwright-core';
import { format, videoInfo } from '../../apps/web/src/testing/fixtures.js';
import { setStage } from './stage.js';

const stage = setStage();

const LINK = 'https://vimeo.com/1';
const PICTURE = /\/api\/image-proxy/;

type Tell = { tell: (event: unknown) => void };

/** Runs in the page: what a search is told comes when the test says so. */
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

/** Six rows without sizes, under a picture. */
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

/** What moves the rows while one is pressed. */
interface Found {
  readonly page: Page;
  readonly row: Locator;
  /** The picture turns out not to be there. */
  readonly losePicture: () => Promise<void>;
}

/** A result on a narrow phone, scrolled to the row of 720p and at rest, its picture still on its way. */
async function find(touch: boolean): Promise<Found> {
  const { page } = await stage.newPage({
    viewport: { width: 340, height: 700 },
    hasTouch: touch,
    isMobile: touch,
    // No scroll takes its time.
    reducedMotion: 'reduce',
  });
  let lose = (): void => undefined;
  const lost = new Promise<void>((resolve) => (lose = resolve));
  await page.route(PICTURE, async (route) => {
    await lost;
    await route.fulfill({ status: 200, contentType: 'image/png', body: 'none' });
  });
  await page.addInitScript(holdSearches);
  await page.goto(stage.server.url);
  await page.getByRole('textbox').fill(LINK);
  await page.getByRole('button', { name: 'Download Now' }).click();
  await page.waitForFunction(() => 'tell' in window);
  await tell(page, { type: 'result', info: result() });
  const row = page.getByRole('region', { name: 'Formats' }).getByRole('link', { name: /^720p60/ });
  await row.waitFor();
  // Whoever acts is not scrolled with.
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

/** Two frames: what was heard is on the screen. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

async function edgeOf(row: Locator): Promise<{ x: number; y: number }> {
  const box = await row.boundingBox();
  if (box === null) {
    throw new Error('the row is not there');
  }
  return { x: box.x + box.width / 2, y: box.y + 3 };
}

/** Moves the rows by force, as a scroll that is under way does. */
const push = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.querySelector<HTMLElement>('main')?.style.setProperty('padding-top', '100px');
  });

const leadsTo = async (page: Page): Promise<string | null> => {
  await page.waitForURL(/\/preview\?/);
  return new URL(page.url()).searchParams.get('url');
};

describe('a press that lasts', () => {
  it.each<[string, (found: Found) => Promise<void>]>([
    ['the picture is missing', ({ losePicture }) => losePicture()],
    ['sizes come', ({ page }) => tell(page, SIZES)],
    ['the page moves', ({ page }) => push(page)],
  ])(
    'leads where the row leads that it began on, although %s before the release',
    stage.shown(async (_, happen) => {
      const found = await find(false);
      const { page, row } = found;
      const { x, y } = await edgeOf(row);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await happen(found);
      await settle(page);
      await page.mouse.up();
      expect(await leadsTo(page)).toBe('https://cdn.example/720p60.mp4');
    }),
  );

  it.each<[string, (found: Found) => Promise<void>]>([
    ['the picture is missing', ({ losePicture }) => losePicture()],
    ['sizes come', ({ page }) => tell(page, SIZES)],
  ])(
    'with a finger, too, although %s before the release',
    stage.shown(async (_, happen) => {
      const found = await find(true);
      const { page, row } = found;
      const touch = await page.context().newCDPSession(page);
      const at = await edgeOf(row);
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
      await happen(found);
      await settle(page);
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      expect(await leadsTo(page)).toBe('https://cdn.example/720p60.mp4');
    }),
  );

  it(
    'is no drag for a hand that trembles, and no press for one that moves away',
    stage.shown(async () => {
      const { page, row } = await find(false);
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
      expect(await leadsTo(page)).toBe('https://cdn.example/720p60.mp4');
    }),
  );
});
