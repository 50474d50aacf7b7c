import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../harness/wait-until.js';
import { search, setStage } from './stage.js';

const folder = mkdtempSync(join(tmpdir(), 'dipper-domains-'));
const setOfflineMode = (offlineMode: boolean) =>
  writeFileSync(join(folder, 'default.json'), JSON.stringify({ features: { offlineMode } }));
setOfflineMode(true);
const stage = setStage({ DOMAINS_DIR: folder });
afterAll(() => rmSync(folder, { recursive: true }));

it(
  'visitors without a connection are told so and see their last results; when switched off, nothing stays cached',
  stage.shown(async () => {
    const context = await stage.newContext();
    const page = await context.newPage();
    await search(page, stage.server.url, `${stage.origin.url}/watch/plain`);
    const title = await page.getByRole('region', { name: 'Formats' }).locator('h2').innerText();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));

    await context.setOffline(true);
    stage.allowProblems(/ERR_INTERNET_DISCONNECTED/);
    await page.goto(`${stage.server.url}/youtube-downloader?utm_source=a`);
    await page.getByRole('heading', { name: "You're offline" }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/offline');
    await page.getByText(title).waitFor();

    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(`${stage.server.url}/youtube-downloader?utm_source=a`);
    // Neither API replies nor other pages are cached.
    const kept = await page.evaluate(async () => {
      const caches = await Promise.all(
        (await window.caches.keys()).map((it) => window.caches.open(it)),
      );
      const requests = await Promise.all(caches.map((cache) => cache.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.filter((path) => !path.startsWith('/assets/'))).toEqual(['/offline']);

    setOfflineMode(false);
    const removed = async (): Promise<boolean> => {
      const { serviceWorker } = navigator;
      // The browser does this by itself some time after a page load.
      await (await serviceWorker.getRegistration())?.update();
      return (
        (await serviceWorker.getRegistrations()).length === 0 &&
        (await window.caches.keys()).length === 0
      );
    };
    await waitUntil(() => page.evaluate(removed), 'the removal');
  }),
);
