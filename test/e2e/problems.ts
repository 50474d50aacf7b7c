import type { BrowserContext, ConsoleMessage, Page, Request, WebError } from 'playwright-core';

const COMPLAINTS = ['error', 'warning', 'assert'];
/**
 * Chromium logs this for each failed request. Requests to our own server are recorded separately.
 */
const FAILED_LOAD = /^Failed to load resource:/;
/** The error of a request that the page or its player has cancelled. */
const GIVEN_UP = 'net::ERR_ABORTED';
/**
 * Chromium logs this when a page closes a WebSocket that is still connecting, for example because
 * the visitor went back. It is the equivalent of `ERR_ABORTED` for WebSockets.
 */
const SOCKET_GIVEN_UP =
  /^WebSocket connection to .* WebSocket is closed before the connection is established\.$/;
/**
 * The error of module preloads when scripts are off. Refusals by a policy also appear in the
 * console.
 */
const NO_SCRIPT = 'csp';

/**
 * Records the problems in all pages of a browser context: console errors and warnings (which
 * include refusals by a content policy or Trusted Types), exceptions, React's hydration errors, and
 * requests to our own server that failed or got an error response.
 */
export class Problems {
  private readonly seen: string[] = [];

  /**
   * @param ports the ports of our own server, under any host name; the set may grow
   * @param runsScripts false if JavaScript is disabled
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

  /** Lists all problems so far, one line each: `GET /nowhere: 404`, `error: …`, `thrown: …`. */
  async list(): Promise<readonly string[]> {
    // The idle callback never runs in a page without scripts.
    await Promise.all(this.runsScripts ? this.context.pages().map(settled) : []);
    return [...this.seen];
  }

  private noteMessage(message: ConsoleMessage): void {
    const [type, text] = [message.type(), message.text()];
    const isNoted = FAILED_LOAD.test(text) && this.isOurs(message.location().url);
    if (COMPLAINTS.includes(type) && !isNoted && !SOCKET_GIVEN_UP.test(text)) {
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
 * Waits until a page is idle. By then, its earlier messages have arrived, because messages keep
 * their order. A closed page sends no more messages.
 */
async function settled(page: Page): Promise<void> {
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
  await page.evaluate(idle).catch(() => undefined);
}
