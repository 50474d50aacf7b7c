import type { IncomingMessage, ServerResponse } from 'node:http';

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** The raw Range header, or null if there is none. */
  readonly range: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  status: number;
  /** How many bytes of the body have been written to the connection so far. */
  bytesSent: number;
}

/** A request that the origin is responding to, with the state of the origin. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request's URL, with the origin's own host. */
  readonly url: URL;
  readonly log: LoggedRequest;
  readonly folders: readonly string[];
  /** The duration of the big pair in seconds, or null if there is none. */
  readonly bigSeconds: number | null;
  /** The state that handlers keep between requests. Each handler has its own keys. */
  readonly memory: Map<string, number>;
}

/** Returns a number from the query, or the default. */
export const numberParam = (url: URL, name: string, otherwise: number): number => {
  const text = url.searchParams.get(name);
  const value = Number(text);
  return text !== null && text !== '' && Number.isFinite(value) ? value : otherwise;
};

/** Counts a request under a key. @returns the count, including this request */
export const countUp = ({ memory }: Exchange, key: string): number => {
  const count = (memory.get(key) ?? 0) + 1;
  memory.set(key, count);
  return count;
};

export const reply = (
  { request, response, log }: Exchange,
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = { 'Content-Type': 'text/html; charset=utf-8' },
): void => {
  const bytes = Buffer.from(body);
  log.status = status;
  response.writeHead(status, { ...headers, 'Content-Length': String(bytes.length) });
  log.bytesSent += request.method === 'HEAD' ? 0 : bytes.length;
  response.end(request.method === 'HEAD' ? undefined : bytes);
};
