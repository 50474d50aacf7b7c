/// <reference lib="dom" />

import assert from 'node:assert/strict';
import type { Browser, Request } from 'playwright-core';
import type { Stage } from './stage.js';
import { row, type Row } from './table.js';

/** Chromium's emulation: 400 kbit/s, 400 ms before each reply, and a quarter of the CPU speed. */
const NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const CPU_RATE = 4;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** Ends benchmarks that hang. */
const TIMEOUT_MS = 120_000;

/**
 * Maximum size of the document and style sheets that the form needs, as sent (Brotli, with
 * headers), in bytes. They take half a second at the emulated rate.
 */
const FORM_BYTES = 25_000;
/** The result's style sheet comes later. */
const NEEDED = /^\/$|^\/assets\/(?:entry-client|illustrations)-.*\.css$/;

/** Measures visits to the home page in which a link is pasted as soon as that starts a search. */
export async function slowPhone(stage: Stage): Promise<Row[]> {
  const rounds = stage.quick ? 1 : 5;
  const [{ url }, origin, browser] = await Promise.all([
    stage.server(),
    stage.origin(),
    stage.browser(),
  ]);
  const visits: Visit[] = [];
  while (visits.length < rounds) {
    const link = `${origin.url}/watch/webm?phone=${visits.length}`;
    visits.push(await visit(browser, url, link));
  }
  const all = (name: keyof Visit): number[] => visits.map((one) => one[name]);
  const note = '400 kbit/s, 400 ms latency, processor at a quarter; since the navigation';
  return [
    row('slow phone: until the form is painted', 'ms', { ours: all('painted') }, { note }),
    row('… until a pasted link is submitted', 'ms', { ours: all('usable') }),
    row('… until its formats are shown', 'ms', { ours: all('shown') }),
    row('… document and styles that the form needs', 'B', { ours: all('formBytes') }),
    row('… received before the formats are listed', 'B', { ours: all('allBytes') }),
  ];
}

/** Times since the navigation, in milliseconds, and sizes in bytes. */
type Visit = Awaited<ReturnType<typeof visit>>;

async function visit(browser: Browser, url: string, link: string) {
  const context = await browser.newContext(PHONE);
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  await page.addInitScript(pasteWhenPainted, link);
  await page.goto(url, { waitUntil: 'commit' });
  const found = await page.waitForFunction(() => Reflect.get(window, 'times') as Times | undefined);
  const { listedAt, ...times } = (await found.jsonValue()) as Times;
  const asked = [...requests];
  // The start and the size of a request are known once its response has ended.
  await Promise.all(asked.map(async (one) => (await one.response())?.finished()));
  const sent = asked.filter((one) => one.timing().startTime < listedAt);
  const count = (part: string): number => sent.filter((one) => one.url().includes(part)).length;
  assert.equal(count('/api/download-video'), 1, 'a paste leads to one search');
  assert.equal(count('.woff2'), 0, 'the font comes after the result');
  const bytesOf = async (part: RegExp): Promise<number> => {
    const chosen = sent.filter((one) => {
      const { startTime, responseEnd } = one.timing();
      return startTime + responseEnd < listedAt && part.test(one.url().slice(url.length));
    });
    const sizes = await Promise.all(chosen.map((one) => one.sizes()));
    return sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0);
  };
  const [formBytes, allBytes] = [await bytesOf(NEEDED), await bytesOf(/^/)];
  assert(formBytes > 0 && formBytes < FORM_BYTES, `the form needs ${formBytes} bytes`);
  await context.close();
  return { ...times, formBytes, allBytes };
}

interface Times {
  readonly painted: number;
  readonly usable: number;
  readonly shown: number;
  /** When the formats were in the document, in milliseconds since 1970. */
  readonly listedAt: number;
}

/**
 * Runs in the page before its own scripts. Pastes the link into the field once the form has been
 * painted. Until the page handles the paste, the browser would only insert the text, so it pastes
 * again.
 */
function pasteWhenPainted(link: string): void {
  const at = { painted: 0, usable: 0 };
  const paste = (): void => {
    const field = document.querySelector<HTMLInputElement>('form[role=search] input');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', link);
    const init = { clipboardData, bubbles: true, cancelable: true };
    field?.focus();
    if (field?.dispatchEvent(new ClipboardEvent('paste', init)) === false) {
      at.usable = performance.now();
    } else {
      setTimeout(paste, 20);
    }
  };
  new PerformanceObserver((list) => {
    const entry = list.getEntriesByName('first-contentful-paint')[0];
    if (entry !== undefined) {
      at.painted = entry.startTime;
      paste();
    }
  }).observe({ type: 'paint', buffered: true });
  new MutationObserver((_, observer) => {
    if (document.querySelector('main a[href*="/preview?"]') !== null) {
      observer.disconnect();
      const listedAt = performance.timeOrigin + performance.now();
      // Once the frame with the formats has been painted.
      requestAnimationFrame(() =>
        setTimeout(() =>
          Object.assign(window, { times: { ...at, listedAt, shown: performance.now() } }),
        ),
      );
    }
  }).observe(document, { subtree: true, childList: true });
}
