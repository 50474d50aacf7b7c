import { upstreamHeaders } from './upstream-headers.js';

const range = { first: 5, last: null, suffix: null, ifRange: null };

describe('upstreamHeaders', () => {
  it.each([
    [{}, null, { 'accept-encoding': 'identity' }],
    [
      { Referer: 'r', 'User-Agent': 'u', Cookie: 'c' },
      null,
      { referer: 'r', 'user-agent': 'u', cookie: 'c', 'accept-encoding': 'identity' },
    ],
    [
      { Host: 'h', Range: 'bytes=0-1', 'Accept-Encoding': 'gzip', Connection: 'upgrade' },
      range,
      { 'accept-encoding': 'identity', range: 'bytes=5-' },
    ],
    [
      {},
      { ...range, ifRange: '"e"' },
      { 'accept-encoding': 'identity', range: 'bytes=5-', 'if-range': '"e"' },
    ],
  ])('%j with %j -> %j', (kept, asked, expected) => {
    expect(upstreamHeaders(kept, asked)).toEqual(expected);
  });
});
