import type { ServerResponse } from 'node:http';

/**
 * The interval between empty lines that keep the connection open. Proxies often close idle
 * connections after 30 s or 60 s.
 */
const HEARTBEAT_MS = 15_000;

/**
 * A reply with one JSON value per line. The headers are sent with the first line. Until then, a
 * failure can still have an HTTP status.
 */
export class JsonLines<E> {
  private beat: NodeJS.Timeout | undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly mediaType: string,
  ) {}

  get hasBegun(): boolean {
    return this.response.headersSent;
  }

  /** Sends a value. Has no effect after the end, or once the client has disconnected. */
  write(value: E): void {
    this.send(JSON.stringify(value));
  }

  /** Sends a value that the next one replaces. It is dropped while the client is too slow. */
  writeLatest(value: E): void {
    if (!this.response.writableNeedDrain) {
      this.write(value);
    }
  }

  end(): void {
    clearInterval(this.beat);
    if (this.isOpen) {
      this.response.end();
    }
  }

  private get isOpen(): boolean {
    return !this.response.destroyed && !this.response.writableEnded;
  }

  private send(line: string): void {
    if (!this.isOpen) {
      return;
    }
    if (!this.hasBegun) {
      this.begin();
    }
    this.response.write(`${line}\n`);
  }

  private begin(): void {
    this.response.writeHead(200, {
      'Content-Type': `${this.mediaType}; charset=utf-8`,
      // Prevents proxies from compressing or buffering the reply.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    this.beat = setInterval(() => {
      if (!this.response.writableNeedDrain) {
        this.send('');
      }
    }, HEARTBEAT_MS).unref();
    this.response.once('close', () => clearInterval(this.beat));
  }
}
