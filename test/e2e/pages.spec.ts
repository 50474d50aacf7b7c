import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { TestServer } from '../harness/server.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { openBrowser, openPage, search } from './browser.js';

let origin: Origin;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [origin, server, browser] = await Promise.all([startOrigin(), TestServer.start(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([server.stop(), origin.close()]);
});

/** What a page shows at each stop of the main job. */
const SCREENS: readonly (readonly [name: string, open: (page: Page) => Promise<void>])[] = [
  ['home', async (page) => void (await page.goto(server.url))],
  ['formats', (page) => search(page, server.url, `${origin.url}/watch/plain`)],
  [
    'a refused link',
    async (page) => {
      await page.goto(server.url);
      await page.getByRole('textbox').fill(`${origin.url}/no-media`);
      await page.getByRole('button', { name: 'Download Now' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  ],
  [
    'a finished file',
    async (page) => {
      await search(page, server.url, `${origin.url}/dash/plain.mpd`);
      await page
        .getByRole('region', { name: 'Formats' })
        .getByRole('link', { name: /^Download/ })
        .first()
        .click();
      await page.locator('video').waitFor();
    },
  ],
  [
    'a failed merge',
    async (page) => {
      await search(page, server.url, `${origin.url}/dash/empty.mpd`);
      await page
        .getByRole('region', { name: 'Formats' })
        .getByRole('link', { name: /^Download/ })
        .first()
        .click();
      await page.getByRole('alert').filter({ hasText: 'Processing Failed' }).waitFor();
    },
  ],
  [
    'a podcast episode',
    async (page) => {
      await search(page, server.url, `${origin.url}/podcast/episode`);
      await page
        .getByRole('region', { name: 'Formats' })
        .getByRole('link', { name: /^Download/ })
        .first()
        .click();
      await page.locator('audio').waitFor();
    },
  ],
  ['an unknown address', async (page) => void (await page.goto(`${server.url}/nowhere`))],
];

describe.each([
  [390, 844, 'light'],
  [1280, 800, 'dark'],
] as const)('at %d x %d, %s', (width, height, colorScheme) => {
  it.each(SCREENS)('%s can be used by everybody', async (_, open) => {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      // Colours are measured when they have arrived.
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await open(page);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await context.close();
  });
});

describe('small screens', () => {
  it.each(SCREENS)('%s never scrolls sideways at 320', async (_, open) => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    await open(page);
    const [inner, scroll] = await page.evaluate(() => [
      document.documentElement.clientWidth,
      document.documentElement.scrollWidth,
    ]);
    expect(scroll).toBeLessThanOrEqual(inner);
    await context.close();
  });
});

describe('the first answer', () => {
  it('is the page itself: text, title, description and a form that works without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(server.url);
    expect(await page.title()).toMatch(/^Dipper/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('meta[name=description]').count()).toBe(1);
    expect(await page.locator('link[rel=canonical]').count()).toBe(1);
    await page.getByRole('textbox').fill('https://example.com/video');
    await page.getByRole('button', { name: 'Download Now' }).click();
    await page.waitForURL(/\?url=https%3A%2F%2Fexample\.com%2Fvideo/);
    expect(await page.getByRole('textbox').inputValue()).toBe('https://example.com/video');
    await context.close();
  });

  it('is taken over without a complaint, and moving on leaves one title and one canonical link', async () => {
    const context = await browser.newContext();
    const { page, problems } = await openPage(context);
    await page.goto(`${server.url}/?url=https%3A%2F%2Fexample.com%2Fa`);
    await page.waitForURL(`${server.url}/`);
    expect(await page.getByRole('textbox').inputValue()).toBe('https://example.com/a');
    await page.goto(`${server.url}/preview`);
    await page.getByText('Error: No URL provided').first().waitFor();
    await page.getByRole('link', { name: 'Back to the downloader' }).first().click();
    await page.waitForURL(`${server.url}/`);
    expect(await page.locator('title').count()).toBe(1);
    expect(await page.locator('link[rel=canonical]').count()).toBe(1);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keeps a link that was typed before the script came', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    let go = (): void => undefined;
    const typed = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await typed;
      await route.continue();
    });
    const loaded = page.goto(server.url, { waitUntil: 'load' });
    await page.getByRole('textbox').fill('https://example.com/early');
    go();
    await loaded;
    await page
      .getByRole('button', { name: 'Paste' })
      .or(page.getByRole('button', { name: /clear/i }))
      .first()
      .waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('https://example.com/early');
    expect(await page.getByRole('button', { name: 'Download Now' }).isEnabled()).toBe(true);
    await context.close();
  });

  it('is small: at most 130 KB of script and 15 KB of styles before the page works', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const sizes: Record<'js' | 'css', number> = { js: 0, css: 0 };
    page.on('response', (response) => {
      const kind = /\.(js|css)$/.exec(new URL(response.url()).pathname)?.[1];
      if (kind === 'js' || kind === 'css') {
        sizes[kind] += Number(response.headers()['content-length'] ?? NaN);
      }
    });
    await page.goto(server.url, { waitUntil: 'networkidle' });
    expect(sizes.js).toBeGreaterThan(10_000);
    expect(sizes.js).toBeLessThan(130 * 1024);
    expect(sizes.css).toBeLessThan(15 * 1024);
    await context.close();
  });
});

describe('with a slow finger', () => {
  it('a press that lasts longer than the wait before the page scrolls is a click all the same', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await search(page, server.url, `${origin.url}/watch/plain`);
    await page
      .getByRole('region', { name: 'Formats' })
      .getByRole('link', { name: /^Download/ })
      .first()
      .click({ delay: 1500 });
    await page.waitForURL(/\/preview\?/);
    await context.close();
  });
});

describe('by keyboard alone', () => {
  it('a link becomes a list of formats and a file', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.url);
    const inField = (): Promise<boolean> =>
      page.getByRole('textbox').evaluate((field) => field === document.activeElement);
    // The shortcut is there once the script has taken the page over.
    while (!(await inField())) {
      await page.keyboard.press('/');
    }
    await page.keyboard.type(`${origin.url}/watch/plain`);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Formats' }).waitFor();
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.textContent ?? '');
    for (let tabs = 0; !/^Download \d/.test(await focused()); tabs += 1) {
      expect(tabs).toBeLessThan(10);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/preview\?/);
    await page.locator('video').waitFor();
    await context.close();
  });
});
