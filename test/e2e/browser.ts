import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** Where systems install Chromium; playwright's own download is not used. */
const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Starts Chromium so that it asks nothing of the internet by itself. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = CANDIDATES.find(existsSync);
  if (executablePath === undefined) {
    throw new Error('Chromium was not found; npm test installs it where it can');
  }
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A page with a record of what went wrong in it and what it asked the API for. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors, exceptions, and requests that failed for reasons of ours. */
  readonly problems: string[];
  /** Method and path of each request to the API. */
  readonly calls: string[];
}

export async function openPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage();
  const problems: string[] = [];
  const calls: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') {
      problems.push(message.text());
    }
  });
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) {
      calls.push(`${request.method()} ${pathname}`);
    }
  });
  return { page, problems, calls };
}

/** Status polls among the calls of a page. */
export function statusPolls(calls: readonly string[]): string[] {
  return calls.filter((call) => call.startsWith('GET /api/download/status/'));
}

/** Pastes a link, waits for the formats. */
export async function search(page: Page, base: string, link: string): Promise<void> {
  await page.goto(base);
  await page.getByRole('textbox').fill(link);
  await page.getByRole('button', { name: 'Download Now' }).click();
  await page.getByRole('region', { name: 'Formats' }).waitFor();
}

/** Samples the progress bar in the page until it is gone. @returns a promise of all values seen. */
export async function recordProgress(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const look = (): void => {
      const now = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
      if (now !== null && now !== undefined) {
        seen.push(Number(now));
      }
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { seen: number[] }).seen);
}

/** True when a list never goes down. */
export function neverFalls(values: readonly number[]): boolean {
  return values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
}
