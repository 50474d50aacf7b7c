import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PageDocument } from './page-document.js';

const written = { html: '<p>ü</p>'.repeat(500), scripts: ['a()'], styles: ['p{}'] };

describe.each([true, false])('a document (for all visitors: %p)', (isForAll) => {
  const document = new PageDocument(written, null, isForAll);

  it('is compressed once in each encoding', async () => {
    expect(brotliDecompressSync(await document.body('br')).toString()).toBe(written.html);
    expect(gunzipSync(await document.body('gzip')).toString()).toBe(written.html);
    expect((await document.body(null)).toString()).toBe(written.html);
    expect(await document.body('br')).toBe(await document.body('br'));
  });

  it('has an ETag that changes with its text', () => {
    const same = new PageDocument(written, null, isForAll);
    const other = new PageDocument({ ...written, html: 'other' }, null, isForAll);
    expect(document.etag).toMatch(/^W\/"[\w-]{27}"$/);
    expect(same.etag).toBe(document.etag);
    expect(other.etag).not.toBe(document.etag);
  });
});

it('lists its hashes or its nonce for the policy', () => {
  expect(new PageDocument(written, null, true).inline).toEqual({
    scripts: [expect.stringMatching(/^'sha256-/)],
    styles: [expect.stringMatching(/^'sha256-/)],
  });
  expect(new PageDocument(written, 'n1', false).inline.scripts).toEqual([
    "'nonce-n1'",
    "'strict-dynamic'",
  ]);
});
