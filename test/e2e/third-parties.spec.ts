import type { Route } from 'playwright-core';
import { SHARED_DOMAINS } from '../harness/shared-domains.js';
import { waitUntil } from '../harness/wait-until.js';
import { search, setStage } from './stage.js';
import { Google } from './third-parties.js';
import { faintOrSmall, violationsOf } from './usable.js';

const stage = setStage({ host: SHARED_DOMAINS.ads.host });

const PHONE = { viewport: { width: 390, height: 844 } };

it(
  'analytics and ads load only with consent, and then work under the content policy without layout shifts',
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
    await page.goto(`${stage.url}/?utm_source=secret`);
    const accept = page.getByRole('button', { name: 'Accept all' });
    await accept.waitFor();
    expect(google.asked).toEqual([]);
    // Until the page is scrolled, the banner covers parts of the links below it. Targets in the
    // banner still count.
    const violations = await violationsOf(page);
    expect(violations.filter((it) => !it.startsWith('target-size: <a '))).toEqual([]);
    await accept.click();
    const ads = page.locator('ins[data-ad-status=filled]');
    await waitUntil(async () => (await ads.count()) === 2, 'both ads');
    await waitUntil(() => google.counted.length > 0, 'the view');
    // Once the banner is dismissed, it must not cover anything.
    expect(await faintOrSmall(page)).toEqual([]);
    const shifts = () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect((await shifts()).reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
    await page.goto(`${stage.url}/preview?title=secret`);
    await waitUntil(() => google.counted.length > 1, 'the next view');
    expect(google.counted).toEqual(['page_view /', 'page_view /preview']);
    expect(google.asked.filter(({ href }) => href.includes('secret'))).toEqual([]);
    expect(google.refused).toEqual([]);
  }),
);

it.each([
  ['are blocked', (route: Route) => route.abort('blockedbyclient'), /ERR_BLOCKED_BY_CLIENT/],
  ['never arrive', () => Promise.resolve(), null],
])(
  'the page keeps working if third-party scripts %s',
  stage.shown(async (_, answer, logged) => {
    if (logged !== null) {
      stage.expectProblems(new RegExp(`^error: Failed to load resource: .*${logged.source}`));
    }
    const context = await stage.newContext(PHONE);
    const google = await Google.in(context, answer);
    const page = await context.newPage();
    await page.goto(stage.url);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await waitUntil(() => google.asked.length === 2, 'both scripts');
    await search(page, stage.url, `${stage.origin.url}/watch/plain`);
  }),
);
