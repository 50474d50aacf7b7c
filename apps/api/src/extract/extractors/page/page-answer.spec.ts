import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { boundedBody } from './page-answer.js';

const LIMIT = 1000;

const bytesOf = async (body: Readable, headers: Record<string, string> = {}): Promise<number> => {
  let size = 0;
  for await (const chunk of boundedBody({ headers, body }, LIMIT)) {
    size += chunk.length;
  }
  return size;
};

describe('boundedBody', () => {
  it('accepts a body at the limit', async () => {
    const headers = { 'content-length': String(LIMIT) };
    expect(await bytesOf(Readable.from([Buffer.alloc(LIMIT)]), headers)).toBe(LIMIT);
  });

  it('refuses a declared length above the limit without reading the body', async () => {
    const body = Readable.from([Buffer.alloc(1)]);
    const read = bytesOf(body, { 'content-length': String(LIMIT + 1) });
    await expect(read).rejects.toMatchObject({ code: 'PAGE_TOO_LARGE' });
    expect(body.readableDidRead).toBe(false);
  });

  it.each([
    ['a body', Buffer.alloc(LIMIT + 1), {}],
    ['a decompressed body', gzipSync(Buffer.alloc(LIMIT + 1)), { 'content-encoding': 'gzip' }],
  ])('refuses %s that exceeds the limit', async (_, bytes, headers) => {
    const read = bytesOf(Readable.from([bytes]), headers);
    await expect(read).rejects.toMatchObject({ code: 'PAGE_TOO_LARGE' });
  });
});
