import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { PATIENCE_MS } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { openBrowser } from './browser.js';
import { WatchedPage } from './watched-page.js';

const LOG_LINES = 30;
const LINE_LENGTH = 500;
const TEXT_LENGTH = 2000;

/** What the tests of a file act on: sources, a server, and a browser. */
export class Stage {
  origin!: Origin;
  site!: Site;
  server!: TestServer;
  private browser!: Browser;
  private contexts: BrowserContext[] = [];

  async open(): Promise<void> {
    [this.origin, this.server, this.browser] = await Promise.all([
      startOrigin(),
      TestServer.start(),
      openBrowser(),
    ]);
    this.site = await startSite(this.origin);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
    await Promise.all([this.origin.close(), this.site.close()]);
  }

  /** A browser that nobody has used yet; closed after the test. */
  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext(options);
    // Playwright's own patience is half of that.
    context.setDefaultTimeout(PATIENCE_MS);
    this.contexts.push(context);
    return context;
  }

  async newPage(options: BrowserContextOptions = {}): Promise<WatchedPage> {
    return WatchedPage.open(await this.newContext(options));
  }

  async clear(): Promise<void> {
    await Promise.all(this.contexts.map((context) => context.close()));
    this.contexts = [];
    this.site.mood = 'well';
  }

  /** A test that, when it fails, shows what its pages show then and what the server said last. */
  shown<Given extends unknown[]>(
    run: (...given: Given) => Promise<void>,
  ): (...given: Given) => Promise<void> {
    return async (...given) => {
      try {
        await run(...given);
      } catch (error) {
        const pages = this.contexts.flatMap((context) => context.pages());
        const log = this.server.log.trimEnd().split('\n').slice(-LOG_LINES);
        console.error(
          [
            ...(await Promise.all(pages.map(contentOf))),
            'The server said last:',
            ...log.map((line) => line.slice(0, LINE_LENGTH)),
          ].join('\n'),
        );
        throw error;
      }
    };
  }
}

/** Where a page is and what it shows. */
async function contentOf(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 5000 })
    .catch((error: unknown) => `(no text: ${String(error)})`);
  return `${page.url()} shows:\n${text.slice(0, TEXT_LENGTH)}\n`;
}

/** A stage for the tests of this file. */
export function setStage(): Stage {
  const stage = new Stage();
  beforeAll(() => stage.open());
  afterEach(() => stage.clear());
  afterAll(() => stage.close());
  return stage;
}

/** Pastes a link, waits for the formats. */
export async function search(page: Page, base: string, link: string): Promise<void> {
  await page.goto(base);
  await page.getByRole('textbox').fill(link);
  await page.getByRole('button', { name: 'Download Now' }).click();
  await page.getByRole('region', { name: 'Formats' }).waitFor();
}

/** Chooses the best of the formats. */
export async function pickBest(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Formats' })
    .getByRole('link', { name: /^Download/ })
    .first()
    .click();
}
