import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBrowser } from '../../test/harness/browser.mjs';

/** The looks for each state, and the window widths for each look. */
const LOOKS = [
  { name: 'light', query: '', widths: [390, 768, 1280] },
  { name: 'dark', query: 'theme=dark', widths: [390, 768, 1280] },
  { name: 'rtl', query: 'language=ar-XB', widths: [390, 768, 1280] },
  { name: 'rtl-dark', query: 'language=ar-XB&theme=dark', widths: [390, 1280] },
];
/** @type {Readonly<Record<number, number>>} */
const HEIGHTS = { 390: 844, 768: 1024, 1280: 800 };
/** How long to wait for pictures and media, in milliseconds. One state shows media that never load. */
const MEDIA_MS = 3000;
/** The maximum number of pages that are open at once. */
const AT_ONCE = 2;

/**
 * @typedef {object} Shooting
 * @property {string} url the gallery's URL
 * @property {() => Promise<readonly import('./serve.mjs').Listed[]>} states
 * @property {string} only a name, or a pattern like `wait-*`
 * @property {string} out the folder to write to; its earlier screenshots are deleted
 */

/**
 * Takes screenshots of the states in every look and size, with a sheet that shows them all.
 * @param {Shooting} shooting
 * @returns {Promise<{ taken: number, failed: string[] }>} the number of screenshots, and the
 * failures as lines to print
 */
export async function takeScreenshots({ url, states, only, out }) {
  const pattern = new RegExp(`^${only.replaceAll('*', '.*')}$`);
  const wanted = (await states()).filter(({ name }) => pattern.test(name));
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const browser = await openBrowser();
  const left = wanted.flatMap((state) => LOOKS.map((look) => ({ ...state, look })));
  /** @type {string[]} */
  const failed = [];
  let taken = 0;
  const work = async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    for (let job = left.shift(); job !== undefined; job = left.shift()) {
      const page = await context.newPage();
      try {
        const shots = await shoot(page, { url, out, ...job });
        taken += shots;
      } catch (error) {
        failed.push(`${job.name}, ${job.look.name}: ${String(error)}`);
      }
      await page.close();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await browser.close();
  await writeFile(join(out, 'index.html'), contactSheet(wanted.map(({ name }) => name)));
  return { taken, failed };
}

/**
 * @param {import('playwright-core').Page} page
 * @param {{ url: string, out: string, name: string, moves: boolean, look: typeof LOOKS[number] }} job
 * @returns {Promise<number>} the number of screenshots
 */
async function shoot(page, { url, out, name, moves, look }) {
  if (moves) {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/gallery/${name}?${look.query}`);
  const root = page.locator('html[data-gallery]');
  await root.waitFor({ state: 'attached', timeout: 60_000 });
  const outcome = await root.getAttribute('data-gallery');
  if (outcome !== 'reached' && outcome !== 'overlay') {
    throw new Error(outcome ?? '');
  }
  await page.evaluate(() => document.fonts.ready);
  if (outcome === 'reached') {
    // In a screenshot of the whole page, sticky elements would cover its middle.
    await page.addStyleTag({ content: '.sticky { position: static !important }' });
  }
  for (const width of look.widths) {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 800 });
    await page.waitForFunction(isLoaded, null, { timeout: MEDIA_MS }).catch(() => undefined);
    const path = join(out, `${name}.${look.name}.${width}.png`);
    await page.screenshot({ path, fullPage: outcome === 'reached', animations: 'disabled' });
  }
  return look.widths.length;
}

/** Runs in the page. */
function isLoaded() {
  const media = [...document.querySelectorAll('video, audio')];
  return (
    [...document.images].every(({ complete }) => complete) &&
    media.every((one) => /** @type {HTMLMediaElement} */ (one).readyState > 0)
  );
}

/** @param {readonly string[]} names */
function contactSheet(names) {
  const shots = LOOKS.flatMap(({ name, widths }) => widths.map((width) => `${name}.${width}`));
  const rows = names.map((name) => {
    const pictures = shots.map((shot) => {
      const file = `${name}.${shot}.png`;
      return `<a href="${file}"><img loading="lazy" src="${file}" alt="${name}, ${shot}"><br>${shot}</a>`;
    });
    return `<h2 id="${name}">${name}</h2><div>${pictures.join('')}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>States</title>
<style>body{font:16px system-ui;margin:2rem}div{display:flex;gap:1rem;overflow-x:auto;align-items:start}img{height:420px;max-width:640px;object-fit:contain;object-position:top;border:1px solid #ccc}</style>
${rows.join('\n')}`;
}
