import type { ServerResponse } from 'node:http';

/** Proxies cut a connection of which nothing moves, many of them after 30 s or 60 s. */
const BEAT_MS = 15_000;

/**
 * A reply of one JSON value a line, sent as they come. It begins with the first of them: until then
 * a failure can still be answered with a status of its own.
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

  /** Sends a value; none after the end, or to a visitor who has gone. */
  write(value: E): void {
    this.send(JSON.stringify(value));
  }

  /** Sends a value that the next of its kind makes obsolete: not to one who is still taking the last. */
  writeNews(value: E): void {
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
      // Neither compressed nor held back on its way.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    this.beat = setInterval(() => {
      if (!this.response.writableNeedDrain) {
        this.send('');
      }
    }, BEAT_MS).unref();
    this.response.once('close', () => clearInterval(this.beat));
  }
}
