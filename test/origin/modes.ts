import { countUp, numberParam, reply, type Exchange } from './exchange.js';
import { sendFile } from './send-file.js';

export type Mode = (exchange: Exchange, file: string, size: number) => Promise<void> | void;

const DEFAULT_CUT_BYTES = 1_000_000;
const DAMAGED_BYTES = 64 * 1024;
const DEFAULT_RATE = 1_000_000;

/**
 * Returns how many requests there were so far for the same path and query, including this one but
 * no HEAD requests.
 */
const timesAsked = (exchange: Exchange): number =>
  exchange.request.method === 'HEAD' ? 0 : countUp(exchange, `asked ${exchange.url.href}`);

const afterBytes = ({ url }: Exchange): number => numberParam(url, 'after', DEFAULT_CUT_BYTES);

/** True while a fault that `?times=` limits is active. */
const isStillOn = (exchange: Exchange): boolean =>
  timesAsked(exchange) <= numberParam(exchange.url, 'times', Number.POSITIVE_INFINITY);

const forbidden = (exchange: Exchange): void =>
  reply(exchange, 403, 'This address has expired.', { 'Content-Type': 'text/plain' });

/**
 * Serves a URL that expires. A token from the manifest is valid for `bytes` bytes, or for
 * `requests` requests of at most `after` bytes each. After that, the origin responds with 403. The
 * key `spent <key>` tells the manifest that one of its tokens has expired.
 */
const expire: Mode = async (exchange, file) => {
  const { url, memory, log } = exchange;
  const life = url.searchParams.get('life');
  if (life === 'unlimited') {
    await sendFile(exchange, file);
    return;
  }
  const token = `token ${url.searchParams.get('token') ?? url.pathname}`;
  const requests = numberParam(url, 'requests', Number.POSITIVE_INFINITY);
  const otherwise = url.searchParams.has('requests') ? Number.POSITIVE_INFINITY : DEFAULT_CUT_BYTES;
  const left = numberParam(url, 'bytes', otherwise) - (memory.get(token) ?? 0);
  const count = exchange.request.method === 'HEAD' ? 0 : countUp(exchange, `requests of ${token}`);
  if (life === 'none' || left <= 0 || count > requests) {
    memory.set(`spent ${url.searchParams.get('key') ?? ''}`, 1);
    forbidden(exchange);
    return;
  }
  const stopAfter = Math.min(left, numberParam(url, 'after', Number.POSITIVE_INFINITY));
  await sendFile(exchange, file, { stopAfter });
  memory.set(token, (memory.get(token) ?? 0) + log.bytesSent);
};

const wrongRange: Mode = async (exchange, file) => {
  const how = exchange.url.searchParams.get('how') ?? 'ignore';
  const isResume = exchange.request.headers.range !== undefined;
  if (how === 'ignore') {
    await sendFile(exchange, file, {
      ranges: false,
      ...(timesAsked(exchange) <= 1 ? { stopAfter: afterBytes(exchange) } : {}),
    });
    return;
  }
  const lie = how === 'total' ? 'wrong-total' : 'from-zero';
  await sendFile(exchange, file, isResume ? { lie } : { stopAfter: afterBytes(exchange) });
};

/** Ways to serve a file, by the first part of its path. README.md describes each. */
export const MODES: Readonly<Record<string, Mode>> = {
  media: (exchange, file) => sendFile(exchange, file),
  open: (exchange, file) => {
    exchange.response.setHeader('Access-Control-Allow-Origin', '*');
    return sendFile(exchange, file);
  },
  slow: (exchange, file) =>
    sendFile(exchange, file, { rate: numberParam(exchange.url, 'rate', DEFAULT_RATE) }),
  cut: (exchange, file) =>
    sendFile(exchange, file, isStillOn(exchange) ? { stopAfter: afterBytes(exchange) } : {}),
  'cut-norange': (exchange, file) =>
    sendFile(exchange, file, {
      ranges: false,
      ...(isStillOn(exchange) ? { stopAfter: afterBytes(exchange) } : {}),
    }),
  expire,
  'html-as-video': (exchange) =>
    reply(exchange, 200, '<!doctype html><title>Sign in</title><p>Please sign in to watch.</p>', {
      'Content-Type': exchange.url.searchParams.get('type') ?? 'text/html; charset=utf-8',
    }),
  stall: (exchange, file) =>
    sendFile(exchange, file, {
      then: 'stall',
      ...(isStillOn(exchange) ? { stopAt: afterBytes(exchange) } : {}),
    }),
  short: (exchange, file, size) => sendFile(exchange, file, { stopAt: Math.floor(size / 2) }),
  truncated: (exchange, file, size) =>
    sendFile(exchange, file, {
      size: Math.floor(size / 2),
      chunked: exchange.url.searchParams.has('chunked'),
    }),
  damaged: (exchange, file, size) => {
    const bytes = numberParam(exchange.url, 'bytes', DAMAGED_BYTES);
    const isMedia = !file.endsWith('.m3u8');
    return sendFile(
      exchange,
      file,
      isMedia ? { zeros: { from: Math.floor(size / 2), bytes } } : {},
    );
  },
  'wrong-range': wrongRange,
  changed: (exchange, file) => {
    const version = timesAsked(exchange);
    return sendFile(exchange, file, {
      etag: `"version-${version}"`,
      ...(version <= 1 ? { stopAfter: afterBytes(exchange) } : {}),
    });
  },
  empty: (exchange) => reply(exchange, 200, '', { 'Content-Type': 'video/mp4' }),
  refuse: (exchange) =>
    reply(exchange, numberParam(exchange.url, 'code', 403), 'No.', {
      'Content-Type': 'text/plain',
    }),
  guarded: (exchange, file) =>
    /(?:^|;\s*)pass=yes(?:;|$)/.test(exchange.request.headers.cookie ?? '')
      ? sendFile(exchange, file)
      : forbidden(exchange),
};
