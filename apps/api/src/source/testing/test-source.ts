import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  /** Index of the request, from 0. */
  readonly number: number;
  /** The requested bytes; null for the whole file. `end` is one past the last byte. */
  readonly range: { readonly start: number; readonly end: number } | null;
}

/** A file on loopback, served in whatever way the test defines. */
export class TestSource {
  readonly asked: ReceivedRequest[] = [];
  answer: (asked: ReceivedRequest) => void = (asked) => this.serve(asked);
  private readonly server = http.createServer((request, response) => {
    const [, start, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const end = last ? Math.min(Number(last) + 1, this.body.length) : this.body.length;
    const range = start === undefined ? null : { start: Number(start), end };
    const asked = { request, response, number: this.asked.length, range };
    this.asked.push(asked);
    this.answer(asked);
  });

  private constructor(readonly body: Buffer) {}

  static async open(body: Buffer): Promise<TestSource> {
    const source = new TestSource(body);
    await once(source.server.listen(0, '127.0.0.1'), 'listening');
    return source;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/f.mp4`;
  }

  get ranges(): string[] {
    return this.asked.map(({ request }) => request.headers.range ?? '');
  }

  /**
   * Sends the headers of the response, but no body. Headers that are set to undefined are left out.
   */
  head({ range, response }: ReceivedRequest, headers: http.OutgoingHttpHeaders = {}): void {
    const { start, end } = range ?? { start: 0, end: this.body.length };
    const all: http.OutgoingHttpHeaders = {
      'content-type': 'video/mp4',
      'content-length': end - start,
      etag: '"1"',
      ...(range !== null && {
        'content-range': `bytes ${start}-${end - 1}/${this.body.length}`,
      }),
      ...headers,
    };
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    response.writeHead(range === null ? 200 : 206, Object.fromEntries(given));
    response.flushHeaders();
  }

  /** Sends the requested bytes. */
  bodyOf({ range, response }: ReceivedRequest): void {
    const { start, end } = range ?? { start: 0, end: this.body.length };
    response.end(this.body.subarray(start, end));
  }

  serve(asked: ReceivedRequest, headers: http.OutgoingHttpHeaders = {}): void {
    this.head(asked, headers);
    this.bodyOf(asked);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/** Bytes without any repetition. */
export function bytesOf(size: number): Buffer {
  const body = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) {
    body.writeUInt32BE((at * 2_654_435_761) >>> 0, at);
  }
  return body;
}

/** A file of the same size in which every byte differs. */
export function invert(body: Buffer): Buffer {
  const inverted = Buffer.alloc(body.length);
  for (let at = 0; at < body.length; at += 1) {
    inverted[at] = ~(body[at] ?? 0);
  }
  return inverted;
}

/** Lets all pending work run. */
export async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
