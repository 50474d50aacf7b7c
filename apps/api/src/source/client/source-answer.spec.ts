import { rangeRequest } from '../../infra/http/range-request.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import {
  checkEncoding,
  checkMediaType,
  checkStatus,
  continuesFile,
  extentOf,
  type FileVersion,
  strongTag,
  versionOf,
} from './source-answer.js';
import { finalError, Interrupted, SourceGone } from './source-error.js';

const caught = (run: () => void): unknown => {
  try {
    run();
    return null;
  } catch (error) {
    return error;
  }
};
const codeOf = (error: unknown): string | null =>
  error instanceof DomainError ? error.code : null;

describe('checkStatus', () => {
  it.each([200, 206, 416])('leaves %d to the caller', (status) => {
    expect(caught(() => checkStatus({ status, headers: {} }))).toBeNull();
  });

  it.each([
    [401, SourceGone, 'SOURCE_REFUSED'],
    [403, SourceGone, 'SOURCE_REFUSED'],
    [404, SourceGone, 'FORMAT_UNAVAILABLE'],
    [410, SourceGone, 'FORMAT_UNAVAILABLE'],
    [408, Interrupted, 'SOURCE_TIMEOUT'],
    [504, Interrupted, 'SOURCE_TIMEOUT'],
    [429, Interrupted, 'SOURCE_REFUSED'],
    [503, Interrupted, 'SOURCE_FAILED'],
    [500, Interrupted, 'SOURCE_FAILED'],
    [451, DomainError, 'SOURCE_REFUSED'],
    [204, DomainError, 'SOURCE_FAILED'],
    [302, DomainError, 'SOURCE_FAILED'],
    [304, DomainError, 'SOURCE_FAILED'],
    [418, DomainError, 'SOURCE_FAILED'],
  ])('treats %d as %p, and after the last attempt as %s', (status, type, code) => {
    const error = caught(() => checkStatus({ status, headers: {} }));
    expect(error).toBeInstanceOf(type);
    expect(codeOf(finalError(error))).toBe(code);
  });

  it.each([
    [429, '3', 3000],
    [503, '3', 3000],
    [503, undefined, 2000],
    [503, '', 2000],
    [503, 'Sat, 21 Nov 2020 07:28:00 GMT', 0],
    [503, 'Sat, 21 Nov 2920 07:28:00 GMT', 15_000],
    [503, 'soon', 2000],
    [503, '86400', 15_000],
    [503, '0', 0],
    [500, '60', 1000],
  ])('treats %d with Retry-After %s as a wait of %d ms', (status, retryAfter, waitMs) => {
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    expect(caught(() => checkStatus({ status, headers }))).toMatchObject({ waitMs });
  });
});

it.each([
  ['video/mp4', null],
  ['application/octet-stream', null],
  ['text/vtt', null],
  ['text/vnd.trolltech.linguist', null],
  ['application/vnd.apple.mpegurl', null],
  ['text/html; charset=utf-8', 'NOT_MEDIA'],
  [' Text/HTML', 'NOT_MEDIA'],
  ['application/json', 'NOT_MEDIA'],
  ['application/xhtml+xml', 'NOT_MEDIA'],
  ['image/png', 'NOT_MEDIA'],
])('judges the media type %s: %s', (type, code) => {
  const head = { status: 200, headers: { 'content-type': type } };
  expect(codeOf(caught(() => checkMediaType(head)))).toBe(code);
});

it.each([
  ['gzip', 'SOURCE_FAILED'],
  ['br, gzip', 'SOURCE_FAILED'],
  ['Identity', null],
  ['', null],
])('judges the encoding %j: %s', (encoding, code) => {
  const head = { status: 200, headers: { 'content-encoding': encoding } };
  expect(codeOf(caught(() => checkEncoding(head)))).toBe(code);
});

describe('extentOf', () => {
  it.each([
    [200, { 'content-length': '1000' }, undefined, [200, 0, 1000, 1000]],
    [200, {}, undefined, [200, 0, null, null]],
    [200, { 'content-length': '100' }, 'bytes=5-', [200, 0, 100, 100]],
    [206, { 'content-range': 'bytes 5-9/100' }, 'bytes=5-20', [206, 5, 10, 100]],
    [206, { 'content-range': 'bytes 90-99/100' }, 'bytes=-10', [206, 90, 100, 100]],
    [206, { 'content-range': 'bytes 0-99/100' }, undefined, [200, 0, 100, 100]],
    [206, {}, 'bytes=0-9', null],
    [206, { 'content-range': 'bytes 6-9/100' }, 'bytes=5-9', null],
    [206, { 'content-range': 'bytes 5-20/100' }, 'bytes=5-9', null],
    [206, { 'content-range': 'bytes 0-9/100' }, undefined, null],
  ])('reads the range of %d %j to %s as %j', (status, headers, range, expected) => {
    const extent = extentOf(
      { status, headers },
      rangeRequest(range === undefined ? {} : { range }),
    );
    expect(extent && [extent.status, extent.start, extent.end, extent.total]).toEqual(expected);
  });
});

describe('continuesFile', () => {
  const DAY = 'Tue, 15 Nov 1994 12:45:26 GMT';
  const LATER = 'Wed, 16 Nov 1994 12:45:26 GMT';
  const FIRST: FileVersion = { etag: '"a"', lastModified: DAY, total: 100, mediaType: null };
  const ALL = 'bytes 40-99/100';
  const SOME = 'bytes 40-99/*';

  it.each<[string, Partial<FileVersion>, number, Record<string, string>, boolean]>([
    ['the same tag', {}, 206, { 'content-range': ALL, etag: '"a"' }, true],
    [
      'the same tag with another date',
      {},
      206,
      { 'content-range': ALL, etag: '"a"', 'last-modified': LATER },
      true,
    ],
    ['only the same size', { etag: null, lastModified: null }, 206, { 'content-range': ALL }, true],
    ['less than requested', {}, 206, { 'content-range': 'bytes 40-50/100' }, true],
    [
      'a size that was not stated before',
      { total: null },
      206,
      { 'content-range': ALL, etag: '"a"' },
      true,
    ],
    ['a strong tag without the size', {}, 206, { 'content-range': SOME, etag: '"a"' }, true],
    [
      'a weak tag without the size',
      { etag: 'W/"a"' },
      206,
      { 'content-range': SOME, etag: 'W/"a"' },
      false,
    ],
    ['neither the size nor a tag', {}, 206, { 'content-range': SOME }, false],
    [
      'a size that was never stated',
      { total: null },
      206,
      { 'content-range': SOME, etag: '"a"' },
      false,
    ],
    ['another tag', {}, 206, { 'content-range': ALL, etag: '"b"' }, false],
    ['another weak tag', { etag: 'W/"a"' }, 206, { 'content-range': ALL, etag: 'W/"b"' }, false],
    [
      'another date without a tag',
      { etag: null },
      206,
      { 'content-range': ALL, 'last-modified': LATER },
      false,
    ],
    ['another size', {}, 206, { 'content-range': 'bytes 40-99/101', etag: '"a"' }, false],
    ['another offset', {}, 206, { 'content-range': 'bytes 41-99/100' }, false],
    ['the whole file again', {}, 200, { 'content-length': '100', etag: '"a"' }, false],
    ['no offset', {}, 206, {}, false],
    [
      'nothing that identifies the file',
      { etag: 'W/"a"', total: null },
      206,
      { 'content-range': ALL, etag: 'W/"a"' },
      false,
    ],
  ])('judges a response: %s', (...row) => {
    const [, first, status, headers, expected] = row;
    expect(continuesFile({ ...FIRST, ...first }, { status, headers }, 40)).toBe(expected);
  });
});

it('ignores malformed parts of file versions, and revalidates only with strong ETags', () => {
  const read = (etag: string): FileVersion => versionOf({ headers: { etag } }, null);
  expect(versionOf({ headers: { etag: '"a"', 'last-modified': '<script>' } }, 7)).toEqual({
    etag: '"a"',
    lastModified: null,
    mediaType: null,
    total: 7,
  });
  expect(['"a"', 'W/"a"', 'a', '"a"\u00e9'].map((etag) => read(etag).etag)).toEqual([
    '"a"',
    'W/"a"',
    null,
    null,
  ]);
  expect(['"a"', 'W/"a"'].map((etag) => strongTag(read(etag)))).toEqual(['"a"', null]);
});
