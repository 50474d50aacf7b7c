import type { BrowserContext, Page, WebSocket as PageSocket } from 'playwright-core';

/** A frame that subscribes to a task: `42`, an ack id, the event (socket.io protocol 5). */
const SUBSCRIBING = /^42\d*\["merge:subscribe"/;
/** The acknowledgement of a subscription: `43` and the same id. */
const ACKNOWLEDGED = /^43\d*\[/;
const STATUS_POLL = 'GET /api/download/status/';

export class WatchedPage {
  readonly calls: string[] = [];
  /** Status polls made while the socket was up, which the contract forbids. */
  readonly pollsWhileUp: string[] = [];
  /**
   * True while the subscription is active, from its acknowledgement until it is renewed or lost.
   */
  isUp = false;

  private constructor(readonly page: Page) {
    page.on('request', (request) => this.note(request.method(), new URL(request.url())));
    page.on('websocket', (socket) => this.follow(socket));
  }

  static async open(context: BrowserContext): Promise<WatchedPage> {
    const page = await context.newPage();
    await page.addInitScript(recordProgress);
    const watched = new WatchedPage(page);
    await page.exposeFunction('noteNeedlessPoll', (call: string) => {
      watched.pollsWhileUp.push(call);
    });
    await page.addInitScript(recordNeedlessPolls, {
      subscribing: SUBSCRIBING.source,
      acknowledged: ACKNOWLEDGED.source,
      poll: STATUS_POLL,
    });
    return watched;
  }

  get polls(): string[] {
    return this.calls.filter((call) => call.startsWith(STATUS_POLL));
  }

  progress(): Promise<number[]> {
    return this.page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  }

  private note(method: string, { pathname }: URL): void {
    const call = `${method} ${pathname}`;
    if (pathname.startsWith('/api/')) {
      this.calls.push(call);
    }
  }

  private follow(socket: PageSocket): void {
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

/** Runs in the page before its own scripts. */
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

/**
 * Runs in the page, before all of its own scripts. Only the page knows whether a poll or the
 * acknowledgement came first, because the browser may report requests and frames in a different
 * order.
 */
function recordNeedlessPolls(lines: {
  readonly subscribing: string;
  readonly acknowledged: string;
  readonly poll: string;
}): void {
  const [subscribing, acknowledged] = [lines.subscribing, lines.acknowledged].map(
    (source) => new RegExp(source),
  );
  const { noteNeedlessPoll } = window as unknown as { noteNeedlessPoll: (call: string) => void };
  /**
   * How many event-loop tasks the page has to process an acknowledgement. React stops the polls in
   * a later task.
   */
  const TURNS = 20;
  let isUp = false;
  /** Changes with each acknowledgement and each end of a subscription. */
  let turn = 0;
  const goDown = (): void => {
    turn += 1;
    isUp = false;
  };
  const goUp = (): void => {
    const own = (turn += 1);
    // React's scheduler also uses message channels. Timers can't be used, because page.clock may
    // control them.
    const { port1, port2 } = new MessageChannel();
    let passed = 0;
    port1.onmessage = () => {
      passed += 1;
      if (turn === own && passed < TURNS) {
        port2.postMessage(null);
      } else {
        isUp = turn === own;
        port1.close();
      }
    };
    port2.postMessage(null);
  };
  window.WebSocket = class extends window.WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (acknowledged?.test(String(data))) {
          goUp();
        }
      });
      this.addEventListener('close', goDown);
    }

    override close(...given: Parameters<WebSocket['close']>): void {
      // Don't wait for the close event, which follows only when the server has responded. On a busy
      // machine, that may be late.
      goDown();
      super.close(...given);
    }

    override send(data: Parameters<WebSocket['send']>[0]): void {
      if (typeof data === 'string' && subscribing?.test(data)) {
        goDown();
      }
      super.send(data);
    }
  };
  const fetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const { method, url } = new Request(input, init);
    const call = `${method} ${new URL(url).pathname}`;
    if (isUp && call.startsWith(lines.poll)) {
      noteNeedlessPoll(call);
    }
    return fetch(input, init);
  };
}

export function neverFalls(values: readonly number[]): boolean {
  return values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
}
