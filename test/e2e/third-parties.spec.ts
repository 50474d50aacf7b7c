import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { waitUntil } from '../harness/wait-until.js';
import { search, setStage } from './stage.js';
import { Google } from './third-parties.js';
import { faintOrSmall, violationsOf } from './usable.js';

const folder = mkdtempSync(join(tmpdir(), 'dipper-domains-'));
writeFileSync(
  join(folder, 'default.json'),
  JSON.stringify({
    analytics: {
      trackingEnabled: true,
      googleAnalyticsId: 'G-ABC1234567',
      adsenseClientId: 'ca-pub-1234567890123456',
      adSlots: { leaderboard: '1111111111', responsive: '2222222222' },
    },
  }),
);
const stage = setStage({ DOMAINS_DIR: folder });
afterAll(() => rmSync(folder, { recursive: true }));

const PHONE = { viewport: { width: 390, height: 844 } };

it(
  'analytics and ads load only with consent, then work under the content policy without layout shifts',
  stage.shown(async () => {
    const context = await stage.newContext(PHONE);
    const google = await Google.in(context);
    const page = await context.newPage();
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        list
          .getEntries()
          .forEach((entry) => shifts.push((entry as never as { value: number }).value));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${stage.server.url}/?utm_source=secret`);
    const accept = page.getByRole('button', { name: 'Accept all' });
    await accept.waitFor();
    expect(google.asked).toEqual([]);
    // The banner covers parts of links below it until the page is scrolled; its own targets count.
    const violations = await violationsOf(page);
    expect(violations.filter((it) => !it.startsWith('target-size: <a '))).toEqual([]);
    await accept.click();
    const ads = page.locator('ins[data-ad-status=filled]');
    await waitUntil(async () => (await ads.count()) === 2, 'both ads');
    await waitUntil(() => google.counted.length > 0, 'the view');
    // Now nothing is covered any more.
    expect(await faintOrSmall(page)).toEqual([]);
    const shifts = () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect((await shifts()).reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
    await page.goto(`${stage.server.url}/preview?title=secret`);
    await waitUntil(() => google.counted.length > 1, 'the next view');
    expect(google.counted).toEqual(['page_view /', 'page_view /preview']);
    expect(google.asked.filter(({ href }) => href.includes('secret'))).toEqual([]);
    expect(google.refused).toEqual([]);
  }),
);

it.each([
  ['are blocked', (route: Route) => route.abort('blockedbyclient'), /ERR_BLOCKED_BY_CLIENT/],
  ['are missing', (route: Route) => route.fulfill({ status: 404 }), /status of 404/],
  ['never arrive', () => Promise.resolve(), null],
])(
  'the page keeps working when third-party scripts %s',
  stage.shown(async (_, answer, logged) => {
    if (logged !== null) {
      // Logged by the browser itself.
      stage.expectProblems(new RegExp(`^error: Failed to load resource: .*${logged.source}`));
    }
    const context = await stage.newContext(PHONE);
    const google = await Google.in(context, answer);
    const page = await context.newPage();
    await page.goto(stage.server.url);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await waitUntil(() => google.asked.length === 2, 'both scripts');
    await search(page, stage.server.url, `${stage.origin.url}/watch/plain`);
  }),
);
