import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { PreparedDocument } from './prepared-document.js';

const HOLE = 'placeholder';
const nonce = () => randomBytes(16).toString('base64');

it.each([
  ['nothing', ''],
  ['no nonce', 'a page'],
  ['a nonce alone', HOLE],
  ['one at each end', `${HOLE}page${HOLE}`],
  ['two beside each other', `a${HOLE}${HOLE}b`],
  ['letters of many bytes', `ä${HOLE}世界🎉${HOLE}\u2028`],
  ['a long page', `<p>${HOLE}</p>${'<a href="/x">x</a>'.repeat(20_000)}${HOLE}`],
  ['a page that does not get smaller', `${HOLE}${randomBytes(100_000).toString('hex')}`],
])(
  'restores the document for %s, plain and compressed, with a new nonce each time',
  (_, document) => {
    const prepared = new PreparedDocument(document, HOLE);
    for (const inserted of [nonce(), nonce(), '', '$&']) {
      const expected = document.split(HOLE).join(inserted);
      expect(prepared.plain(inserted).toString()).toBe(expected);
      expect(gunzipSync(prepared.gzip(inserted)).toString()).toBe(expected);
    }
  },
);

it('is compressed', () => {
  const prepared = new PreparedDocument(`${HOLE}${'<p>text</p>'.repeat(1000)}`, HOLE);
  expect(prepared.gzip(nonce()).length).toBeLessThan(400);
  expect(prepared.size).toBeLessThan(12_000);
});
