import type { BrowserContext, ConsoleMessage, Page, Request, WebError } from 'playwright-core';

/** Types of console messages that nobody should see; the others are ours to write. */
const COMPLAINTS = ['error', 'warning', 'assert'];
/** What Chromium writes for each failed request; those of our own server are noted as requests. */
const FAILED_LOAD = /^Failed to load resource:/;
/** A request that the page, or its player, gave up itself. */
const GIVEN_UP = 'net::ERR_ABORTED';
/** What becomes of module preloads where scripts are switched off; a policy's refusal is in the console, too. */
const NO_SCRIPT = 'csp';

/**
 * What went wrong in any page of a browser context: console errors and warnings (Chromium writes
 * there what a content policy or Trusted Types refuse), exceptions, complaints of React at
 * hydration, and requests to our own server that failed or were answered with an error.
 */
export class Problems {
  private readonly seen: string[] = [];

  /**
   * @param ports of our own server, under whatever name it is called; may grow
   * @param runsScripts whether its pages do
   */
  constructor(
    private readonly context: BrowserContext,
    private readonly ports: ReadonlySet<number>,
    private readonly runsScripts: boolean,
  ) {
    context.on('console', (message) => this.noteMessage(message));
    context.on('weberror', (error: WebError) => this.seen.push(`thrown: ${String(error.error())}`));
    context.on('response', (response) => {
      if (response.status() >= 400) {
        this.noteRequest(response.request(), String(response.status()));
      }
    });
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? 'failed';
      if (why !== GIVEN_UP && (runsScripts || why !== NO_SCRIPT)) {
        this.noteRequest(request, why);
      }
    });
  }

  /** All of them so far, one line each: `GET /nowhere: 404`, `error: …`, `thrown: …`. */
  async list(): Promise<readonly string[]> {
    // Without scripts no page is ever called back.
    await Promise.all(this.runsScripts ? this.context.pages().map(settled) : []);
    return [...this.seen];
  }

  private noteMessage(message: ConsoleMessage): void {
    const [type, text] = [message.type(), message.text()];
    const isNoted = FAILED_LOAD.test(text) && this.isOurs(message.location().url);
    if (COMPLAINTS.includes(type) && !isNoted) {
      this.seen.push(`${type}: ${text}`);
    }
  }

  private noteRequest(request: Request, outcome: string): void {
    const url = request.url();
    if (this.isOurs(url)) {
      this.seen.push(`${request.method()} ${new URL(url).pathname}: ${outcome}`);
    }
  }

  private isOurs(url: string): boolean {
    return URL.canParse(url) && this.ports.has(Number(new URL(url).port));
  }
}

/**
 * Waits until a page has run what it had to run: what it says then has arrived here, too, because
 * messages keep their order. A page that was closed has nothing more to say.
 */
async function settled(page: Page): Promise<void> {
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
  await page.evaluate(idle).catch(() => undefined);
}
