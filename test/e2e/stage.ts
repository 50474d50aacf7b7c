import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { PATIENCE_MS } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { type Gate, openGate } from './gate.js';
import { Problems } from './problems.js';
import { WatchedPage } from './watched-page.js';

declare global {
  /** Defined in browser-environment.mjs. */
  function keptBrowser(): Promise<Browser>;
}

const LOG_LINES = 30;
const LINE_LENGTH = 500;
const TEXT_LENGTH = 2000;

interface StageOptions {
  /**
   * Extra environment variables. With them, the stage gets its own server instead of the shared
   * one.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** The host that visitors use. It has its own configuration (shared-domains.ts). */
  readonly host?: string;
}

/** The environment for the tests of a spec file: sources, a server and a browser. */
export class Stage {
  origin!: Origin;
  site!: Site;
  server!: TestServer;
  private browser!: Browser;
  private readonly ports = new Set<number>();
  private gate: Gate | null = null;
  private readonly contexts = new Map<BrowserContext, Problems>();
  private expected: RegExp[] = [];
  private allowed: RegExp[] = [];

  constructor(private readonly options: StageOptions) {}

  /** The URL at which visitors reach the server, without a trailing slash. */
  get url(): string {
    return `http://${this.options.host ?? '127.0.0.1'}:${this.server.port}`;
  }

  async open(): Promise<void> {
    const { env } = this.options;
    [this.origin, this.server, this.browser] = await Promise.all([
      startOrigin(),
      env === undefined ? TestServer.shared() : TestServer.start({ env }),
      keptBrowser(),
    ]);
    this.ports.add(this.server.port);
    this.site = await startSite(this.origin);
  }

  /** Puts a gate between visitors and the server. The gate closes with the stage. */
  async openGate(): Promise<Gate> {
    this.gate = await openGate(this.server);
    this.ports.add(this.gate.port);
    return this.gate;
  }

  async close(): Promise<void> {
    await this.gate?.close();
    await this.server.stop();
    await Promise.all([this.origin.close(), this.site.close()]);
  }

  /**
   * Opens a fresh browser profile, which is closed after the test. Motion is reduced unless a test
   * is about motion, because Chromium renders each frame of an animation in software.
   */
  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({ reducedMotion: 'reduce', ...options });
    // This is twice Playwright's default.
    context.setDefaultTimeout(PATIENCE_MS);
    const runsScripts = options.javaScriptEnabled !== false;
    this.contexts.set(context, new Problems(context, this.ports, runsScripts));
    return context;
  }

  /**
   * Declares the problems that this test causes in its pages, as `Problems` lists them.
   * Any other problem fails the test, and so does a declared problem that does not occur.
   */
  expectProblems(...lines: readonly RegExp[]): void {
    this.expected.push(...lines);
  }

  /** Declares problems that may or may not occur, depending on timing. */
  allowProblems(...lines: readonly RegExp[]): void {
    this.allowed.push(...lines);
  }

  async newPage(options: BrowserContextOptions = {}): Promise<WatchedPage> {
    return WatchedPage.open(await this.newContext(options));
  }

  /** Ends a test. @throws on unexpected or missing problems in its pages */
  async clear(): Promise<void> {
    const [contexts, expected] = [[...this.contexts], this.expected];
    const known = [...expected, ...this.allowed];
    this.contexts.clear();
    this.expected = [];
    this.allowed = [];
    this.site.mood = 'well';
    const seen = await Promise.all(contexts.map(([, problems]) => problems.list()));
    // A route handler that is still running would throw an error when its page is closed.
    const routed = contexts.flatMap(([context]) => [context, ...context.pages()]);
    await Promise.all(routed.map((it) => it.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(contexts.map(([context]) => context.close()));
    const lines = seen.flat();
    expect({
      unexpected: lines.filter((line) => !known.some((it) => it.test(line))),
      missing: expected.filter((it) => !lines.some((line) => it.test(line))),
    }).toEqual({ unexpected: [], missing: [] });
  }

  /**
   * Wraps a test. If the test fails, prints the content of its pages and the end of the server's
   * log.
   */
  shown<Given extends unknown[]>(
    run: (...given: Given) => Promise<void>,
  ): (...given: Given) => Promise<void> {
    return async (...given) => {
      try {
        await run(...given);
      } catch (error) {
        const pages = [...this.contexts.keys()].flatMap((context) => context.pages());
        const log = this.server.log.trimEnd().split('\n').slice(-LOG_LINES);
        console.error(
          [
            ...(await Promise.all(pages.map(contentOf))),
            'The last lines of the server log:',
            ...log.map((line) => line.slice(0, LINE_LENGTH)),
          ].join('\n'),
        );
        throw error;
      }
    };
  }
}

async function contentOf(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 5000 })
    .catch((error: unknown) => `(no text: ${String(error)})`);
  return `${page.url()} shows:\n${text.slice(0, TEXT_LENGTH)}\n`;
}

export function setStage(options: StageOptions = {}): Stage {
  const stage = new Stage(options);
  beforeAll(() => stage.open());
  afterEach(() => stage.clear());
  afterAll(() => stage.close());
  return stage;
}

/**
 * Waits until a function in the page returns something truthy, polling ten times a second.
 * Playwright would poll on every frame, which makes Chromium draw all frames. @returns what the
 * function returned
 */
export async function comesTrue<Given, Found>(
  page: Page,
  holds: (given: Given) => Found,
  given?: Given,
): Promise<Found> {
  const found = await page.waitForFunction(holds as (given: unknown) => Found, given, {
    polling: 100,
  });
  return found.jsonValue();
}

/** Opens a page and waits for hydration, because earlier clicks can be lost. */
export async function visit(page: Page, url: string): Promise<void> {
  // Don't wait for 'load', which waits for images and for media that never ends.
  await page.goto(url, { waitUntil: 'commit' });
  await comesTrue(page, () =>
    Object.keys(document.querySelector('#app') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
}

/**
 * Goes to another page of the app without loading a document, as a link within the app does. Takes
 * a fraction of the processor time of `visit`.
 * @param path path and query
 * @param heading the new page's h1; without it, waits until the heading differs from the current
 * one
 */
export async function goInside(page: Page, path: string, heading?: string): Promise<void> {
  const before = await page.evaluate((to) => {
    const now = document.querySelector('h1')?.innerText;
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
    return now;
  }, path);
  await comesTrue(
    page,
    (texts) => {
      const now = document.querySelector('h1')?.innerText;
      return texts.after === undefined
        ? now !== undefined && now !== texts.before
        : now === texts.after;
    },
    { before, after: heading },
  );
}

export async function search(page: Page, base: string, link: string): Promise<void> {
  await page.goto(base);
  await page.getByRole('textbox').fill(link);
  await page.getByRole('button', { name: 'Download Now' }).click();
  await page.getByRole('region', { name: 'Formats' }).waitFor();
}

export async function pickBest(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Formats' })
    .getByRole('link', { name: /^Download / })
    .first()
    .click();
}
