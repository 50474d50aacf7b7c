import type { BrowserContext, Page, WebSocket } from 'playwright-core';

/** The subscription as it goes out: `42`, a number for its answer, the event (socket.io protocol 5). */
const SUBSCRIBING = /^42\d*\["merge:subscribe"/;
/** Its answer: `43`, that number. */
const ACKNOWLEDGED = /^43\d*\[/;
const STATUS_POLL = 'GET /api/download/status/';

/** A page with a record of what it asked the API for, and what it showed. */
export class WatchedPage {
  /** Method and path of each request to the API. */
  readonly calls: string[] = [];
  /** Status polls made while the socket was up: none, by contract. */
  readonly pollsWhileUp: string[] = [];
  /** Whether the subscription stands: from its acknowledgement on, until it is renewed or lost. */
  isUp = false;

  private constructor(readonly page: Page) {
    page.on('request', (request) => this.note(request.method(), new URL(request.url())));
    page.on('websocket', (socket) => this.follow(socket));
  }

  static async open(context: BrowserContext): Promise<WatchedPage> {
    const page = await context.newPage();
    await page.addInitScript(recordProgress);
    return new WatchedPage(page);
  }

  /** Status polls so far. */
  get polls(): string[] {
    return this.calls.filter((call) => call.startsWith(STATUS_POLL));
  }

  /** All values that the progress bar has shown since the page was loaded. */
  progress(): Promise<number[]> {
    return this.page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  }

  private note(method: string, { pathname }: URL): void {
    const call = `${method} ${pathname}`;
    if (pathname.startsWith('/api/')) {
      this.calls.push(call);
    }
    if (this.isUp && call.startsWith(STATUS_POLL)) {
      this.pollsWhileUp.push(call);
    }
  }

  private follow(socket: WebSocket): void {
    socket.on('framesent', ({ payload }) => {
      this.isUp &&= !SUBSCRIBING.test(String(payload));
    });
    socket.on('framereceived', ({ payload }) => {
      this.isUp ||= ACKNOWLEDGED.test(String(payload));
    });
    socket.on('close', () => {
      this.isUp = false;
    });
  }
}

/** Runs in the page, before all of its own. */
function recordProgress(): void {
  const seen: number[] = [];
  Object.assign(window, { seen });
  new MutationObserver(() => {
    const now = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
    if (now !== null && now !== undefined && Number(now) !== seen.at(-1)) {
      seen.push(Number(now));
    }
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['aria-valuenow'] });
}

/** True when a list never goes down. */
export function neverFalls(values: readonly number[]): boolean {
  return values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
}
