import { continuesFile } from './continues-file.js';
import type { MediaAnswer } from './media-answer.js';

const FIRST: MediaAnswer = {
  status: 200,
  start: 0,
  end: 100,
  total: 100,
  etag: '"a"',
  lastModified: 'Tue, 15 Nov 1994 12:45:26 GMT',
  acceptRanges: 'bytes',
  mediaType: 'video/mp4',
  attachment: false,
};
const LATER = 'Wed, 16 Nov 1994 12:45:26 GMT';

describe('continuesFile', () => {
  it.each([
    ['same validator', {}, 206, { 'content-range': 'bytes 40-99/100', etag: '"a"' }, true],
    ['no validator, same size', { etag: null }, 206, { 'content-range': 'bytes 40-99/100' }, true],
    [
      'size unknown, same validator',
      { total: null },
      206,
      { 'content-range': 'bytes 40-99/100', etag: '"a"' },
      true,
    ],
    ['less than asked', {}, 206, { 'content-range': 'bytes 40-50/100' }, true],
    [
      'etag is stronger than date',
      {},
      206,
      { 'content-range': 'bytes 40-99/100', etag: '"a"', 'last-modified': LATER },
      true,
    ],
    [
      'size never told',
      { total: null, end: null },
      206,
      { 'content-range': 'bytes 40-99/*', etag: '"a"' },
      false,
    ],
    [
      'size told at last',
      { total: null, end: null },
      206,
      { 'content-range': 'bytes 40-99/100', etag: '"a"' },
      true,
    ],
    [
      'size never told, but the end is',
      { total: null },
      206,
      { 'content-range': 'bytes 40-99/*', etag: '"a"' },
      true,
    ],
    ['other validator', {}, 206, { 'content-range': 'bytes 40-99/100', etag: '"b"' }, false],
    ['other size', {}, 206, { 'content-range': 'bytes 40-99/101', etag: '"a"' }, false],
    ['size withheld', {}, 206, { 'content-range': 'bytes 40-99/*', etag: '"a"' }, false],
    ['other place', {}, 206, { 'content-range': 'bytes 41-99/100' }, false],
    ['the whole again', {}, 200, { 'content-length': '100', etag: '"a"' }, false],
    ['no place', {}, 206, {}, false],
    [
      'other date, no etag',
      { etag: null },
      206,
      { 'content-range': 'bytes 40-99/100', 'last-modified': LATER },
      false,
    ],
    [
      'weak etag counts as none',
      { etag: 'W/"a"', total: null },
      206,
      { 'content-range': 'bytes 40-99/100', etag: 'W/"a"' },
      false,
    ],
    [
      'nothing to go by',
      { etag: null, total: null },
      206,
      { 'content-range': 'bytes 40-99/100' },
      false,
    ],
  ])('%s: %s', (...row) => {
    const [, first, status, headers, expected] = row;
    expect(continuesFile({ ...FIRST, ...first }, { status, headers }, 40)).toBe(expected);
  });
});
