import { byteRange } from '../../origin/byte-range.js';

/** Server behavior that varies but is not a fault. */
export interface Manners {
  readonly ranges: boolean;
  /** `dropped`: only the first response for a file has an ETag. */
  readonly etag: 'strong' | 'weak' | 'none' | 'dropped';
  readonly length: 'told' | 'chunked';
  readonly keepAlive: boolean;
  /** True if the manifest states the sizes of its files. */
  readonly saysSize: boolean;
  /**
   * True if the visitor pastes a link to a page that plays the manifest, instead of a link to the
   * manifest.
   */
  readonly viaPage: boolean;
}

export interface Asked {
  readonly path: string;
  readonly method: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  /** Number of requests for this file so far, including this one but not HEAD requests. */
  readonly count: number;
  readonly query: URLSearchParams;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Close the connection after this many bytes of the body; null sends all of it. */
  readonly cutAfter?: number | null;
  /** Stop sending after this many bytes, but keep the connection open. */
  readonly stallAfter?: number | null;
  readonly bytesPerSecond?: number;
}

export interface Served {
  readonly body: Buffer;
  readonly type: string;
  /** The ETag without quotes. */
  readonly tag: string;
}

const etagOf = ({ etag }: Manners, tag: string, count: number): string | null => {
  switch (etag) {
    case 'none':
      return null;
    case 'weak':
      return `W/"${tag}"`;
    case 'strong':
      return `"${tag}"`;
    case 'dropped':
      return count <= 1 ? `"${tag}"` : null;
  }
};

export const answerOf = (served: Served, asked: Asked, manners: Manners): Answer => {
  const { body, type, tag } = served;
  const etag = etagOf(manners, tag, asked.count);
  const headers: Record<string, string> = {
    'content-type': type,
    ...(etag === null ? {} : { etag }),
    ...(manners.ranges ? { 'accept-ranges': 'bytes' } : {}),
    ...(manners.keepAlive ? {} : { connection: 'close' }),
  };
  const isStale = asked.ifRange !== undefined && asked.ifRange !== `"${tag}"`;
  const range = manners.ranges && !isStale ? byteRange(asked.range, body.length) : null;
  if (range === 'unsatisfiable') {
    const said = { ...headers, 'content-range': `bytes */${body.length}`, 'content-length': '0' };
    return { status: 416, headers: said, body: Buffer.alloc(0) };
  }
  const sent = range === null ? body : body.subarray(range.start, range.end + 1);
  const length: Record<string, string> =
    manners.length === 'told' ? { 'content-length': String(sent.length) } : {};
  if (range === null) {
    return { status: 200, headers: { ...headers, ...length }, body: sent };
  }
  const place = `bytes ${range.start}-${range.end}/${body.length}`;
  return {
    status: 206,
    headers: { ...headers, ...length, 'content-range': place },
    body: sent,
  };
};

/** The same response with another body. Its Content-Length, if any, is updated. */
export const withBody = (answer: Answer, body: Buffer): Answer => ({
  ...answer,
  body,
  headers:
    'content-length' in answer.headers
      ? { ...answer.headers, 'content-length': String(body.length) }
      : answer.headers,
});

export const without = (answer: Answer, name: string): Answer => ({
  ...answer,
  headers: Object.fromEntries(Object.entries(answer.headers).filter(([other]) => other !== name)),
});

/** The same response without a length, sent in chunks. */
export const unmeasured = (answer: Answer): Answer => without(answer, 'content-length');

export const HTML = Buffer.from(
  '<!doctype html><html><head><title>Sign in</title></head><body><p>Please sign in to watch.</p></body></html>\n',
);

export const refusal = (status: number, headers: Record<string, string> = {}): Answer => {
  const body = Buffer.from('<p>Not now.</p>');
  const told = { 'content-type': 'text/html', 'content-length': String(body.length) };
  return { status, headers: { ...told, ...headers }, body };
};
