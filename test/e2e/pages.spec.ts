import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { waitUntil } from '../harness/wait-until.js';
import { brokenLayout } from './broken-layout.js';
import { pickBest, search, setStage } from './stage.js';
import { faintOrSmall, resize, violationsOf } from './usable.js';

const stage = setStage();

/** What a page shows at each stop of the main job. */
const SCREENS: readonly (readonly [name: string, open: (page: Page) => Promise<void>])[] = [
  ['home', async (page) => void (await page.goto(stage.server.url))],
  ['formats', (page) => search(page, stage.server.url, `${stage.origin.url}/watch/plain`)],
  [
    'a refused link',
    async (page) => {
      await page.goto(stage.server.url);
      await page.getByRole('textbox').fill(`${stage.origin.url}/no-media`);
      await page.getByRole('button', { name: 'Download Now' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  ],
  [
    'a finished file',
    async (page) => {
      await search(page, stage.server.url, `${stage.origin.url}/dash/plain.mpd`);
      await pickBest(page);
      await page.locator('video').waitFor();
    },
  ],
  [
    'a failed merge',
    async (page) => {
      await search(page, stage.server.url, `${stage.origin.url}/dash/empty.mpd`);
      await pickBest(page);
      await page.getByRole('alert').filter({ hasText: 'Processing Failed' }).waitFor();
    },
  ],
  [
    'a damaged file, taken anyway',
    async (page) => {
      await search(page, stage.server.url, `${stage.origin.url}/dash/damaged.mpd`);
      await pickBest(page);
      await page.getByRole('button', { name: 'Take it anyway' }).click();
      await page.locator('video').waitFor();
    },
  ],
  [
    'a podcast episode',
    async (page) => {
      await search(page, stage.server.url, `${stage.origin.url}/podcast/episode`);
      await pickBest(page);
      await page.getByRole('slider', { name: 'Position' }).waitFor();
    },
  ],
  [
    'an unknown address',
    async (page) => {
      stage.expectProblems(/^GET \/nowhere: 404$/);
      await page.goto(`${stage.server.url}/nowhere`);
    },
  ],
];

/** Screens are long in coming, so that each is looked at in all sizes and colours. */
it.each(SCREENS)(
  '%s can be used by everybody: on a phone by day, at a desk by night, at 320, and in large text',
  stage.shown(async (_, open) => {
    const { page } = await stage.newPage({
      viewport: { width: 390, height: 844 },
      colorScheme: 'light',
      // Colours are measured when they have arrived.
      reducedMotion: 'reduce',
    });
    // Follows the system, which is what changes below.
    await page.context().addCookies([{ name: 'theme', value: 'auto', url: stage.server.url }]);
    await open(page);
    const found: Record<string, string[]> = { phone: await violationsOf(page) };
    await resize(page, 320);
    found['at 320'] = await page.evaluate(brokenLayout);
    await resize(page, 390, '200%');
    found['large text'] = await page.evaluate(brokenLayout);
    await page.emulateMedia({ colorScheme: 'dark' });
    await resize(page, 1280);
    found['desk'] = await faintOrSmall(page);
    expect(found).toEqual({ phone: [], 'at 320': [], 'large text': [], desk: [] });
  }),
);

describe('the first answer', () => {
  it(
    'is the page itself: text, title, description and a form that works without JavaScript',
    stage.shown(async () => {
      const { page } = await stage.newPage({ javaScriptEnabled: false });
      await page.goto(stage.server.url);
      expect(await page.title()).toMatch(/^Dipper/);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.locator('meta[name=description]').count()).toBe(1);
      expect(await page.locator('link[rel=canonical]').count()).toBe(1);
      await page.getByRole('textbox').fill('https://example.com/video');
      await page.getByRole('button', { name: 'Download Now' }).click();
      await page.waitForURL(/\?url=https%3A%2F%2Fexample\.com%2Fvideo/);
      expect(await page.getByRole('textbox').inputValue()).toBe('https://example.com/video');
    }),
  );

  it(
    'is taken over without a complaint, and moving on leaves one title and one canonical link',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      await page.goto(`${stage.server.url}/?url=https%3A%2F%2Fexample.com%2Fa`);
      await page.waitForURL(`${stage.server.url}/`);
      expect(await page.getByRole('textbox').inputValue()).toBe('https://example.com/a');
      await page.goto(`${stage.server.url}/preview`);
      await page.getByText('Error: No URL provided').first().waitFor();
      await page.getByRole('link', { name: 'Back to the downloader' }).first().click();
      await page.waitForURL(`${stage.server.url}/`);
      // The address changes first; the preview has no canonical link, so this one is of the home page.
      await page.locator('link[rel=canonical]').first().waitFor({ state: 'attached' });
      expect(await page.locator('title').count()).toBe(1);
      expect(await page.locator('link[rel=canonical]').count()).toBe(1);
    }),
  );

  it(
    'keeps a link that was typed before the script came',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      let go = (): void => undefined;
      const typed = new Promise<void>((resolve) => {
        go = resolve;
      });
      await page.route(/\/assets\/.*\.js/, async (route) => {
        await typed;
        await route.continue();
      });
      const loaded = page.goto(stage.server.url, { waitUntil: 'load' });
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
    }),
  );

  it.each([
    ['/', 125_000],
    ['/youtube-downloader', 128_000],
  ] as const)(
    'of %s is small: at most %i bytes of script and 15 KB of styles, as gzip makes them',
    stage.shown(async (path, bar) => {
      const { page } = await stage.newPage();
      const bodies: Promise<readonly [kind: string, bytes: number]>[] = [];
      page.on('response', (response) => {
        const kind = /\.(js|css)$/.exec(new URL(response.url()).pathname)?.[1];
        if (kind !== undefined) {
          // Not by the length of the reply, which is Brotli's.
          const size = (body: Buffer) => gzipSync(body, { level: 9 }).length;
          bodies.push(response.body().then((body) => [kind, size(body)] as const));
        }
      });
      await page.goto(`${stage.server.url}${path}`, { waitUntil: 'networkidle' });
      const sizes = await Promise.all(bodies);
      const sum = (of: string) =>
        sizes.reduce((total, [kind, bytes]) => total + (kind === of ? bytes : 0), 0);
      expect(sum('js')).toBeGreaterThan(10_000);
      expect(sum('js')).toBeLessThan(bar);
      expect(sum('css')).toBeLessThan(15 * 1024);
    }),
  );

  it('has no later part above 40 KB beside the player of streams', () => {
    const assets = new URL('../../apps/web/dist/client/assets/', import.meta.url);
    const large = readdirSync(assets)
      .filter((name) => name.endsWith('.js') && !/^(?:base|hls)/.test(name))
      .map((name) => [name, gzipSync(readFileSync(new URL(name, assets)), { level: 9 }).length])
      .filter(([, bytes]) => Number(bytes) > 40 * 1024);
    expect(large).toEqual([]);
  });
});

describe('by keyboard alone', () => {
  it(
    'a link becomes a list of formats and a file',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      await page.goto(stage.server.url);
      const inField = (): Promise<boolean> =>
        page.getByRole('textbox').evaluate((field) => field === document.activeElement);
      // The shortcut is there once the script has taken the page over.
      await waitUntil(async () => {
        await page.keyboard.press('/');
        return inField();
      }, 'the field');
      await page.keyboard.type(`${stage.origin.url}/watch/plain`);
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Formats' }).waitFor();
      const focused = (): Promise<string> =>
        page.evaluate(() => document.activeElement?.textContent ?? '');
      for (let tabs = 0; !/^Get \d/.test(await focused()); tabs += 1) {
        expect(tabs).toBeLessThan(10);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/preview\?/);
      await page.locator('video').waitFor();
    }),
  );
});

describe('a theme that was chosen', () => {
  it.each([
    ['dark', 'light', 'rgb(11, 26, 29)'],
    ['light', 'dark', 'rgb(247, 245, 240)'],
    ['"><script>', 'light', 'rgb(247, 245, 240)'],
  ] as const)(
    '%s, where the system is %s, is in the document itself',
    stage.shown(async (theme, colorScheme, ground) => {
      const headers = { cookie: `theme=${theme}` };
      const { page } = await stage.newPage({
        colorScheme,
        javaScriptEnabled: false,
        extraHTTPHeaders: headers,
      });
      await page.goto(stage.server.url);
      const shown = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(shown).toBe(ground);
    }),
  );
});

describe('the content policy', () => {
  it(
    'lets a stream play from its source with the worker of our build, and no other script run',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      // Sources that players on other sites may read say so.
      await page.route(`${stage.origin.url}/**`, async (route) => {
        const response = await route.fetch();
        const headers = { ...response.headers(), 'access-control-allow-origin': '*' };
        await route.fulfill({ response, headers });
      });
      const worker = page.waitForEvent('worker');
      const stream = encodeURIComponent(`${stage.origin.url}/hls/master.m3u8`);
      await page.goto(`${stage.server.url}/preview?url=${stream}`);
      expect((await worker).url()).toMatch(/\/assets\/hls\.worker-[\w-]+\.js$/);
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
      // The other two are refused by our policy, without Chromium's words.
      stage.expectProblems(
        /^error: This document requires 'TrustedScript' assignment/,
        /^error: This document requires 'TrustedHTML' assignment/,
      );
      const refused = await page.evaluate(() => {
        const script = document.createElement('script');
        const blob = URL.createObjectURL(new Blob(['']));
        const attempts = [
          () => (script.src = 'https://evil.example/assets/x.js'),
          () => (script.text = 'alert(1)'),
          () => (document.createElement('div').innerHTML = '<b>'),
          () => new Worker(blob),
        ];
        return attempts.map((attempt) => {
          try {
            attempt();
            return 'it ran';
          } catch (error) {
            return (error as Error).name;
          }
        });
      });
      expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
    }),
  );
});
