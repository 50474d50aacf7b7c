import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request as a test may look at it afterwards. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** The Range header as it came, or null. */
  readonly range: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  status: number;
  /** Bytes of the body handed to the connection so far. */
  bytesSent: number;
}

/** A request being answered, and what the origin knows beyond it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request's URL, with the origin's own host. */
  readonly url: URL;
  readonly log: LoggedRequest;
  /** The folders whose files may be served. */
  readonly folders: readonly string[];
  /** Length of the big pair, in seconds; null when there is none. */
  readonly bigSeconds: number | null;
  /** What handlers remember between requests, by a key of their own. */
  readonly memory: Map<string, number>;
}

/** A number from the query, or the given one. */
export const numberParam = (url: URL, name: string, otherwise: number): number => {
  const text = url.searchParams.get(name);
  const value = Number(text);
  return text !== null && text !== '' && Number.isFinite(value) ? value : otherwise;
};

/** Counts a request under a key; gives how many there were, this one included. */
export const countUp = ({ memory }: Exchange, key: string): number => {
  const count = (memory.get(key) ?? 0) + 1;
  memory.set(key, count);
  return count;
};

/** Answers a whole short body. */
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
