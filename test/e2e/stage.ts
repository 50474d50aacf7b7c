import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { PATIENCE_MS } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { openBrowser } from './browser.js';
import { type Gate, openGate } from './gate.js';
import { Problems } from './problems.js';
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
  /** Where our own server is reached. */
  private readonly ports = new Set<number>();
  private gate: Gate | null = null;
  private readonly contexts = new Map<BrowserContext, Problems>();
  private expected: RegExp[] = [];
  private allowed: RegExp[] = [];

  /** @param env of a server of its own, beyond what every server under test gets; else a shared one serves */
  constructor(private readonly env?: Readonly<Record<string, string>>) {}

  async open(): Promise<void> {
    [this.origin, this.server, this.browser] = await Promise.all([
      startOrigin(),
      this.env === undefined ? TestServer.shared() : TestServer.start({ env: this.env }),
      openBrowser(),
    ]);
    this.ports.add(this.server.port);
    this.site = await startSite(this.origin);
  }

  /** A network of its own between visitors and the server; closed with the stage. */
  async openGate(): Promise<Gate> {
    this.gate = await openGate(this.server);
    this.ports.add(this.gate.port);
    return this.gate;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.gate?.close();
    await this.server.stop();
    await Promise.all([this.origin.close(), this.site.close()]);
  }

  /**
   * A fresh browser profile, closed after the test. Without motion unless a test is about it:
   * Chromium draws each frame of an animation in software, for as long as it runs.
   */
  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({ reducedMotion: 'reduce', ...options });
    // Playwright's own patience is half of that.
    context.setDefaultTimeout(PATIENCE_MS);
    const runsScripts = options.javaScriptEnabled !== false;
    this.contexts.set(context, new Problems(context, this.ports, runsScripts));
    return context;
  }

  /**
   * Names what this test makes go wrong in its pages, line by line as `Problems` notes it. Anything
   * else that goes wrong fails the test, and so does what is named here and does not happen.
   */
  expectProblems(...lines: readonly RegExp[]): void {
    this.expected.push(...lines);
  }

  /** Names what may go wrong beside that, depending on who is quicker. */
  allowProblems(...lines: readonly RegExp[]): void {
    this.allowed.push(...lines);
  }

  async newPage(options: BrowserContextOptions = {}): Promise<WatchedPage> {
    return WatchedPage.open(await this.newContext(options));
  }

  /** Ends a test. @throws with what went wrong in its pages, or did not and should have. */
  async clear(): Promise<void> {
    const [contexts, expected] = [[...this.contexts], this.expected];
    const known = [...expected, ...this.allowed];
    this.contexts.clear();
    this.expected = [];
    this.allowed = [];
    this.site.mood = 'well';
    const seen = await Promise.all(contexts.map(([, problems]) => problems.list()));
    // What still comes through a route of the test would throw when its page is gone.
    const routed = contexts.flatMap(([context]) => [context, ...context.pages()]);
    await Promise.all(routed.map((it) => it.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(contexts.map(([context]) => context.close()));
    const lines = seen.flat();
    expect({
      unexpected: lines.filter((line) => !known.some((it) => it.test(line))),
      missing: expected.filter((it) => !lines.some((line) => it.test(line))),
    }).toEqual({ unexpected: [], missing: [] });
  }

  /** A test that, when it fails, shows what its pages show then and what the server said last. */
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
export function setStage(env?: Readonly<Record<string, string>>): Stage {
  const stage = new Stage(env);
  beforeAll(() => stage.open());
  afterEach(() => stage.clear());
  afterAll(() => stage.close());
  return stage;
}

/**
 * Waits until a function holds in the page, asking it ten times a second: playwright's default, at
 * each frame, makes Chromium draw them all. @returns what the function returned
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

/** Opens a page, and waits until its script has taken it over: a click before that can be lost. */
export async function visit(page: Page, url: string): Promise<void> {
  // Not its pictures, or media that never end.
  await page.goto(url, { waitUntil: 'commit' });
  await comesTrue(page, () =>
    Object.keys(document.querySelector('#app') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
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
    .getByRole('link', { name: /^Download / })
    .first()
    .click();
}
