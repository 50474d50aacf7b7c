import { SHARED_DOMAINS, writeSharedDomain } from '../harness/shared-domains.js';
import { waitUntil } from '../harness/wait-until.js';
import { search, setStage } from './stage.js';

const { host } = SHARED_DOMAINS.offline;
const stage = setStage({ host });

it(
  'offline visitors see a notice with their last results, and switching the feature off clears the cache',
  stage.shown(async () => {
    const context = await stage.newContext();
    const page = await context.newPage();
    await search(page, stage.url, `${stage.origin.url}/watch/plain`);
    const title = await page.getByRole('region', { name: 'Formats' }).locator('h2').innerText();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // The browser's HTTP cache may have lost files that the page needs.
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache');

    await context.setOffline(true);
    stage.allowProblems(/ERR_INTERNET_DISCONNECTED/);
    await page.getByRole('button', { name: 'Download Now' }).click();
    await page.getByText("You're offline. We'll search again").waitFor();
    await context.setOffline(false);
    await page.getByRole('region', { name: 'Formats' }).waitFor();

    await context.setOffline(true);
    await page.goto(`${stage.url}/youtube-downloader?utm_source=a`);
    await page.getByRole('heading', { name: "You're offline" }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/offline');
    await page.getByText(title).waitFor();
    const plate = page.getByRole('img', { name: 'A dipper on the last plank' }).locator('use');
    const sheet = new URL((await plate.getAttribute('href')) ?? '', stage.url).pathname;

    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(`${stage.url}/youtube-downloader?utm_source=a`);
    // Neither API replies nor other pages are cached.
    const kept = await page.evaluate(async () => {
      const caches = await Promise.all(
        (await window.caches.keys()).map((it) => window.caches.open(it)),
      );
      const requests = await Promise.all(caches.map((cache) => cache.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.filter((path) => !/^\/assets\/|\/offline$/.test(path))).toEqual([]);
    expect(kept).toEqual(expect.arrayContaining(['/offline', sheet]));

    const { dataDir } = stage.server;
    await writeSharedDomain(dataDir, host, { features: { offlineMode: false } });
    const removed = async (): Promise<boolean> => {
      const { serviceWorker } = navigator;
      // Some time after a page load, the browser updates the worker by itself, which fails once the
      // worker is gone.
      await (await serviceWorker.getRegistration())?.update().catch(() => undefined);
      return (
        (await serviceWorker.getRegistrations()).length === 0 &&
        (await window.caches.keys()).length === 0
      );
    };
    await waitUntil(() => page.evaluate(removed), 'the removal');
  }),
);
