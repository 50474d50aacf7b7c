import { SEARCH_STREAM_TYPE } from '@dipper/contract';
import type { Send } from '../calls/call-api.js';
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';

/** A reply, either with a JSON body and a status, or with a stream. */
export interface FakeReply {
  readonly status?: number;
  readonly statusText?: string;
  readonly body?: unknown;
  /** Sent instead of a complete body. */
  readonly stream?: FakeStream;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A reply whose lines are sent by the test. */
export class FakeStream {
  private lines!: ReadableStreamDefaultController<Uint8Array>;
  readonly body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      this.lines = controller;
    },
  });

  push(value: unknown): void {
    this.pushText(`${JSON.stringify(value)}\n`);
  }

  pushText(text: string): void {
    this.pushBytes(new TextEncoder().encode(text));
  }

  pushBytes(bytes: Uint8Array): void {
    this.lines.enqueue(bytes);
  }

  end(): void {
    this.lines.close();
  }

  /** Breaks the connection. */
  fail(): void {
    this.lines.error(new TypeError('network error'));
  }
}

/** Rejects when the signal is aborted, as `fetch` does. */
function whenAborted({ signal }: RequestInit): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

type Answer = FakeReply | (() => FakeReply | Promise<FakeReply>);

/** Replaces `fetch`: replies by "METHOD /path" (without the query) and records the calls. */
export class FakeApi {
  readonly calls: {
    readonly call: string;
    readonly url: string;
    readonly body: unknown;
    readonly accept: string | null;
    /** True if the request outlives the page. */
    readonly keepalive: boolean;
  }[] = [];
  /** The abort signals of the calls. */
  readonly signals: (AbortSignal | null | undefined)[] = [];
  private readonly answers = new Map<string, Answer>();

  /** Sets the reply to a call. Calls without a reply fail as if the network were down. */
  on(call: string, answer: Answer): this {
    this.answers.set(call, answer);
    return this;
  }

  readonly send: Send = (path, init) => this.answer(path, init);

  /** Installs this object as `fetch`. */
  install(): this {
    globalThis.fetch = (input, init) =>
      typeof input === 'string'
        ? this.answer(input, init ?? {})
        : Promise.reject(new Error('pages call the API by path'));
    return this;
  }

  count(call: string): number {
    return this.calls.filter((made) => made.call === call).length;
  }

  private async answer(url: string, init: RequestInit): Promise<Response> {
    const call = `${init.method ?? 'GET'} ${url.split('?')[0]}`;
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    const accept = new Headers(init.headers).get('accept');
    this.calls.push({ call, url, body, accept, keepalive: init.keepalive === true });
    this.signals.push(init.signal);
    const answer = this.answers.get(call);
    if (answer === undefined) {
      throw new TypeError(`no reply was set for ${call}`);
    }
    const reply =
      typeof answer === 'function' ? await Promise.race([answer(), whenAborted(init)]) : answer;
    const { stream } = reply;
    init.signal?.addEventListener('abort', () => stream?.fail());
    const status = reply.status ?? 200;
    return {
      ok: status >= 200 && status < 300,
      status,
      statusText: reply.statusText ?? '',
      headers: new Headers(stream ? { 'content-type': SEARCH_STREAM_TYPE } : reply.headers),
      body: stream?.body ?? null,
      json: () =>
        reply.body === undefined
          ? Promise.reject(new SyntaxError('no JSON'))
          : Promise.resolve(reply.body),
    } as unknown as Response;
  }
}
