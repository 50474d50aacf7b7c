/// <reference lib="dom" />

import assert from 'node:assert/strict';
import type { BrowserContext, CDPSession } from 'playwright-core';
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

interface Visit {
  /** Times since the navigation, in milliseconds. */
  readonly painted: number;
  readonly usable: number;
  readonly shown: number;
  /** Bytes that the form needed, and bytes requested by the time the result was shown. */
  readonly formBytes: number;
  readonly allBytes: number;
}

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
    const context = await browser.newContext(PHONE);
    context.setDefaultTimeout(TIMEOUT_MS);
    visits.push(await visit(context, url, `${origin.url}/watch/webm?phone=${visits.length}`));
    await context.close();
  }
  const all = (name: keyof Visit): number[] => visits.map((one) => one[name]);
  const note = '400 kbit/s, 400 ms latency, processor at a quarter; since the navigation';
  return [
    row('slow phone: until the form is painted', 'ms', { ours: all('painted') }, { note }),
    row('… until a pasted link is submitted', 'ms', { ours: all('usable') }),
    row('… until its formats are shown', 'ms', { ours: all('shown') }),
    row('… document and styles that the form needs', 'B', { ours: all('formBytes') }),
    row('… sent until the formats are shown', 'B', { ours: all('allBytes') }),
  ];
}

async function visit(context: BrowserContext, url: string, link: string): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const traffic = await watchTraffic(session);
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  await page.addInitScript(pasteWhenPainted, link);
  await page.goto(url, { waitUntil: 'commit' });
  const found = await page.waitForFunction(() => Reflect.get(window, 'times') as Times | undefined);
  const times = (await found.jsonValue()) as Times;
  const navigatedMs = await page.evaluate(() => performance.timeOrigin);
  const sent = traffic().filter(({ atMs }) => atMs < navigatedMs + times.listed);
  const count = (part: string): number => sent.filter((one) => one.url.includes(part)).length;
  assert.equal(count('/api/download-video'), 1, 'a paste leads to one search');
  assert.equal(count('.woff2'), 0, 'the font comes after the result');
  const bytesOf = (part: RegExp): number =>
    sent.reduce((sum, one) => sum + (part.test(one.url.slice(url.length)) ? one.bytes : 0), 0);
  // The result's style sheet comes later.
  const formBytes = bytesOf(/^\/$|^\/assets\/(?:entry-client|illustrations)-.*\.css$/);
  assert(formBytes > 0 && formBytes < FORM_BYTES, `the form needs ${formBytes} bytes`);
  return { ...times, formBytes, allBytes: bytesOf(/^/) };
}

interface Times {
  readonly painted: number;
  readonly usable: number;
  /** When the formats were in the document, and when they were painted. */
  readonly listed: number;
  readonly shown: number;
}

interface Sent {
  readonly url: string;
  /** In milliseconds since 1970, because the page's own clock starts before its first request. */
  readonly atMs: number;
  bytes: number;
}

/** @returns a function that lists what has been requested so far */
async function watchTraffic(session: CDPSession): Promise<() => readonly Sent[]> {
  const sent = new Map<string, Sent>();
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    sent.set(requestId, { url: request.url, atMs: wallTime * 1000, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = sent.get(requestId);
    if (one !== undefined) {
      one.bytes = encodedDataLength;
    }
  });
  await session.send('Network.enable');
  return () => [...sent.values()];
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
      const listed = performance.now();
      // Once the frame with the formats has been painted.
      requestAnimationFrame(() =>
        setTimeout(() =>
          Object.assign(window, { times: { ...at, listed, shown: performance.now() } }),
        ),
      );
    }
  }).observe(document, { subtree: true, childList: true });
}
