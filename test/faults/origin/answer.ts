import { byteRange } from '../../origin/byte-range.js';

/** Habits of a server that are no faults. */
export interface Manners {
  readonly ranges: boolean;
  /** `dropped`: only the first answer for a file has one. */
  readonly etag: 'strong' | 'weak' | 'none' | 'dropped';
  readonly length: 'told' | 'chunked';
  readonly keepAlive: boolean;
  /** Its manifest, where it has one, tells the sizes of its files. */
  readonly saysSize: boolean;
  /** The visitor pastes the address of a page that plays the manifest, not the manifest's own. */
  readonly viaPage: boolean;
}

/** A request for a file, as far as an answer depends on it. */
export interface Asked {
  readonly path: string;
  readonly method: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  /** How many came for this file before, this one included; HEAD does not count. */
  readonly count: number;
  readonly query: URLSearchParams;
}

/** What goes out on the connection. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The connection ends after so many bytes of the body; null: with the answer. */
  readonly cutAfter?: number | null;
  /** Nothing more comes after so many bytes, and the connection stays open. */
  readonly stallAfter?: number | null;
  readonly bytesPerSecond?: number;
}

/** A file as it is at the moment of a request. */
export interface Served {
  readonly body: Buffer;
  readonly type: string;
  /** Without quotes. */
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

/** Answers as a well-kept server of these manners would. */
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

/** The same answer with another body; its length is told as before, if it was. */
export const withBody = (answer: Answer, body: Buffer): Answer => ({
  ...answer,
  body,
  headers:
    'content-length' in answer.headers
      ? { ...answer.headers, 'content-length': String(body.length) }
      : answer.headers,
});

/** The same answer without one of its headers. */
export const without = (answer: Answer, name: string): Answer => ({
  ...answer,
  headers: Object.fromEntries(Object.entries(answer.headers).filter(([other]) => other !== name)),
});

/** The same answer without a length: its end is the end of its chunks. */
export const unmeasured = (answer: Answer): Answer => without(answer, 'content-length');

/** A page instead of media. */
export const HTML = Buffer.from(
  '<!doctype html><html><head><title>Sign in</title></head><body><p>Please sign in to watch.</p></body></html>\n',
);

/** A short answer of a status. */
export const refusal = (status: number, headers: Record<string, string> = {}): Answer => {
  const body = Buffer.from('<p>Not now.</p>');
  const told = { 'content-type': 'text/html', 'content-length': String(body.length) };
  return { status, headers: { ...told, ...headers }, body };
};
