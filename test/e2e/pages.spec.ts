import { API } from '@dipper/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { TITLE } from '../../apps/web/gallery/samples.js';
import { TASK_ID } from '@dipper/client/testing';
import { waitUntil } from '../harness/wait-until.js';
import { pickBest, search, setStage, visit } from './stage.js';

const stage = setStage();

const DIST = join(__dirname, '../../apps/web/dist');
const CLIENT = join(DIST, 'client');

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const readManifest = () =>
  JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Readonly<
    Record<string, Chunk>
  >;

/**
 * Returns the only script that contains this code, and all files that it imports. Which chunk that
 * is, and its name, are up to the bundler.
 */
function filesWith(code: string): readonly string[] {
  const manifest = readManifest();
  const holding = Object.keys(manifest).filter((key) => {
    const { file = '' } = manifest[key] ?? {};
    return file.endsWith('.js') && readFileSync(join(CLIENT, file), 'utf8').includes(code);
  });
  expect(holding).toHaveLength(1);
  const keys = new Set(holding);
  for (const key of keys) {
    manifest[key]?.imports?.forEach((other) => keys.add(other));
  }
  return [...keys].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]);
}

/**
 * Holds back a page's scripts.
 * @returns a function that releases them
 */
async function holdScripts(page: Page): Promise<() => void> {
  let send = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  return () => send();
}

describe('the first response', () => {
  it(
    'hydrates without errors, and the page has one title and one canonical link after navigation',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      await page.goto(`${stage.url}/?url=https%3A%2F%2Fexample.com%2Fa`);
      await page.waitForURL(`${stage.url}/`);
      expect(await page.getByRole('textbox').inputValue()).toBe('https://example.com/a');
      await page.goto(`${stage.url}/preview`);
      await page.getByText('Error: No URL provided').first().waitFor();
      await page.getByRole('link', { name: 'Back to the downloader' }).first().click();
      await page.waitForURL(`${stage.url}/`);
      // The URL changes first. The preview has no canonical link, so a canonical link belongs to
      // the home page.
      await page.locator('link[rel=canonical]').first().waitFor({ state: 'attached' });
      expect(await page.locator('title').count()).toBe(1);
      expect(await page.locator('link[rel=canonical]').count()).toBe(1);
    }),
  );

  it(
    'keeps a link that was typed before the script arrived',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      const sendScripts = await holdScripts(page);
      const loaded = page.goto(stage.url, { waitUntil: 'load' });
      await page.getByRole('textbox').fill('https://example.com/early');
      sendScripts();
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

  it(
    'searches a link that was pasted before the script arrived, with one request',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      const sendScripts = await holdScripts(page);
      let requests = 0;
      page.on('request', (request) => {
        requests += Number(request.url().endsWith('/api/download-video'));
      });
      const answered = page.waitForResponse('**/api/download-video');
      await page.goto(stage.url, { waitUntil: 'commit' });
      const link = `${stage.origin.url}/watch/webm?early`;
      await page.getByRole('textbox').evaluate((field, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        const init = { clipboardData, bubbles: true, cancelable: true };
        field.dispatchEvent(new ClipboardEvent('paste', init));
      }, link);
      await page.getByText('Processing your request').waitFor();
      expect((await answered).status()).toBe(200);
      sendScripts();
      await page.getByRole('region', { name: 'Formats' }).waitFor();
      expect(await page.getByRole('textbox').inputValue()).toBe(link);
      expect(requests).toBe(1);
    }),
  );

  it(
    'loads at most 105,000 bytes of gzipped script on the home page, 111,000 on a landing page, and 9,000 bytes of gzipped styles',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      let requested: string[] = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      // Otherwise, the chunks for a search would be prefetched
      // (apps/web/src/lib/browser/when-loaded.ts).
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      });
      // Compress the files from disk, because the responses use Brotli.
      const bytes = (kind: string) =>
        requested
          .filter((path) => path.endsWith(kind))
          .map((path) => gzipSync(readFileSync(join(CLIENT, path)), { level: 9 }).length)
          .reduce((sum, size) => sum + size, 0);
      for (const [path, bar] of [
        ['/', 105_000],
        ['/youtube-downloader', 111_000],
      ] as const) {
        requested = [];
        await page.goto(`${stage.url}${path}`, { waitUntil: 'networkidle' });
        expect(bytes('.js')).toBeGreaterThan(10_000);
        expect(bytes('.js')).toBeLessThan(bar);
        expect(bytes('.css')).toBeLessThan(9_000);
      }
    }),
  );

  it(
    'is followed by the code for a search before anyone touches the form',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      const loaded = new Set<string>();
      page.on('requestfinished', (request) => loaded.add(new URL(request.url()).pathname));
      // The request, what is shown until it is answered, the result, and what follows a failure.
      const needed = ['browser_fingerprint', 'skeleton h-16', 'result.region', 'form.openSite'];
      const files = new Set(needed.flatMap(filesWith));
      await page.goto(stage.url, { waitUntil: 'commit' });
      await waitUntil(() => [...files].every((file) => loaded.has(`/${file}`)), 'the code');
    }),
  );

  it("refers to no language's text, and no chunk refers to texts of two languages", () => {
    const manifest = readManifest();
    const languagesIn = (key: string) => [
      ...new Set(
        manifest[key]?.dynamicImports?.flatMap(
          (module) => /^src\/(?:i18n|content)\/([a-z]{2})\//.exec(module)?.[1] ?? [],
        ),
      ),
    ];
    const first = new Set(['src/entry-client.tsx']);
    for (const key of first) {
      manifest[key]?.imports?.forEach((other) => first.add(other));
    }
    expect([...first].flatMap(languagesIn)).toEqual([]);
    const named = Object.keys(manifest).map(languagesIn);
    expect(named).toContainEqual(['en']);
    expect(named.filter((languages) => languages.length > 1)).toEqual([]);
  });

  it('no chunk exceeds its limit, which is 40 KB except for three files of libraries', () => {
    const assets = join(CLIENT, 'assets');
    // Each of these is one module, which the bundler cannot divide (decision 0043).
    const bars: readonly (readonly [RegExp, number])[] = [
      [/^react-[\w-]{8}\.js$/, 68_000],
      [/^hls-[\w-]{8}\.js$/, 179_000],
      [/^hls\.worker-/, 41_500],
    ];
    const barOf = (name: string) => bars.find(([of]) => of.test(name))?.[1] ?? 40 * 1024;
    const large = readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, gzipSync(readFileSync(join(assets, name)), { level: 9 }).length])
      .filter(([name, bytes]) => Number(bytes) > barOf(String(name)));
    expect(large).toEqual([]);
  });
});

it('the build contains nothing from the gallery or from the fixtures of specs', () => {
  const built = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:js|css)$/.test(file),
  );
  const holding = (text: string) =>
    built.filter((file) => readFileSync(join(DIST, file), 'utf8').includes(text));
  expect(holding('Download Now')).not.toEqual([]);
  expect([TITLE, TASK_ID].flatMap(holding)).toEqual([]);
});

it('each landing page has its own picture, and the legal pages have no instructions for the operator', async () => {
  const html = async (path: string): Promise<string> => (await fetch(stage.url + path)).text();
  const paths = [...(await html('/')).matchAll(/href="(\/[a-z-]+-downloader)"/g)];
  const landing = await Promise.all([...new Set(paths.map(([, path]) => path ?? ''))].map(html));
  const captions = landing.map((page) => /<figcaption[^>]*>(.*?)<\/figcaption>/.exec(page)?.[1]);
  expect(captions.length).toBeGreaterThan(10);
  expect(captions).not.toContain(undefined);
  expect(new Set(captions).size).toBe(captions.length);
  for (const path of ['/privacy-policy', '/terms-of-service', '/dmca-policy']) {
    expect(await html(path)).not.toMatch(/lawyer|belong here|template/i);
  }
});

describe('a result', () => {
  const formats = (page: Page) => page.getByRole('region', { name: 'Formats' });

  it(
    'survives a reload, appears again with Back, and is gone once it is cleared',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      const link = `${stage.origin.url}/watch/webm?reload`;
      const address = `${stage.url}/youtube-downloader?url=${encodeURIComponent(link)}&go=1`;
      await search(page, `${stage.url}/youtube-downloader`, link);
      await page.waitForURL(address);
      await page.reload();
      await formats(page).waitFor();
      expect(page.url()).toBe(address);
      expect(await page.getByRole('textbox').inputValue()).toBe(link);

      await pickBest(page);
      await page.waitForURL(/\/preview\?/);
      await page.goBack();
      await formats(page).waitFor();
      expect(page.url()).toBe(address);

      await page.getByRole('button', { name: 'Clear result' }).click();
      await page.waitForURL(`${stage.url}/youtube-downloader`);
      await page.reload();
      await page.getByRole('button', { name: 'Download Now' }).waitFor();
      expect(await formats(page).count()).toBe(0);
    }),
  );

  it(
    'appears again with Back after a click on the logo, and Forward leads to the empty home page',
    stage.shown(async () => {
      const { page, calls } = await stage.newPage();
      const link = `${stage.origin.url}/watch/webm?logo`;
      const address = `${stage.url}/?url=${encodeURIComponent(link)}&go=1`;
      await search(page, stage.url, link);
      await page.waitForURL(address);
      await page.getByRole('banner').getByRole('link', { name: 'Dipper' }).click();
      await page.waitForURL(`${stage.url}/`);
      await page.getByRole('button', { name: 'Show it again' }).waitFor();
      expect(await formats(page).count()).toBe(0);

      await page.goBack();
      await formats(page).waitFor();
      expect(page.url()).toBe(address);
      expect(await page.getByRole('textbox').inputValue()).toBe(link);
      await page.goForward();
      await page.getByRole('button', { name: 'Show it again' }).waitFor();
      expect(await formats(page).count()).toBe(0);
      expect(page.url()).toBe(`${stage.url}/`);
      expect(calls.filter((call) => call === `POST ${API.search}`)).toHaveLength(1);
    }),
  );

  it(
    "is not covered by a phone's keyboard after Enter is pressed",
    stage.shown(async () => {
      const { page } = await stage.newPage({ hasTouch: true, isMobile: true });
      await page.route('**/api/download-video', () => undefined);
      await visit(page, stage.url);
      const field = page.getByRole('textbox');
      await field.fill(`${stage.origin.url}/watch/webm`);
      await field.press('Enter');
      await page.getByText('Processing your request').first().waitFor();
      expect(await field.evaluate((it) => it === document.activeElement)).toBe(false);
    }),
  );
});

describe('by keyboard only', () => {
  it(
    'a link becomes a list of formats and a file',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      await page.goto(stage.url);
      const inField = (): Promise<boolean> =>
        page.getByRole('textbox').evaluate((field) => field === document.activeElement);
      // The keyboard shortcut works only after hydration.
      await waitUntil(async () => {
        await page.keyboard.press('/');
        return inField();
      }, 'the field');
      await page.keyboard.type(`${stage.origin.url}/watch/webm`);
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Formats' }).waitFor();
      const focused = (): Promise<string> =>
        page.evaluate(() => document.activeElement?.textContent ?? '');
      const title = page.getByRole('region', { name: 'Formats' }).locator('h2');
      expect(await title.evaluate((it) => it === document.activeElement)).toBe(true);
      await page.keyboard.press('Tab');
      expect(await focused()).toMatch(/^Download \d/);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/preview\?/);
      await page.locator('video').waitFor();
      // The focus was on the heading of the new page.
      await page.keyboard.press('Tab');
      const save = page.locator('main a[download]').first();
      expect(await save.evaluate((it) => it === document.activeElement)).toBe(true);
    }),
  );
});

it(
  'the chosen theme is applied before anything is painted, regardless of the system setting',
  stage.shown(async () => {
    const { page } = await stage.newPage();
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (document.body !== null) {
          watch.disconnect();
          const { theme } = document.documentElement.dataset;
          Object.assign(window, { themeAtFirst: theme ?? null });
        }
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    const shown: unknown[] = [];
    for (const [theme, colorScheme] of [
      ['dark', 'light'],
      ['light', 'dark'],
      ['DARK', 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.context().addCookies([{ name: 'theme', value: theme, url: stage.url }]);
      await page.goto(stage.url);
      const first = await page.evaluate(() => Reflect.get(window, 'themeAtFirst') as unknown);
      const { backgroundColor } = await page.evaluate(() => ({
        backgroundColor: getComputedStyle(document.body).backgroundColor,
      }));
      shown.push([first, backgroundColor]);
    }
    expect(shown).toEqual([
      ['dark', 'rgb(11, 26, 29)'],
      ['light', 'rgb(247, 245, 240)'],
      ['light', 'rgb(247, 245, 240)'],
    ]);
  }),
);
