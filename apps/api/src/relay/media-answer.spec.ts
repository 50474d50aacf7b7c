import { rangeRequest } from '../infra/http/range-request.js';
import { readMediaAnswer } from './media-answer.js';

const read = (
  status: number,
  headers: Record<string, string>,
  range?: string,
): ReturnType<typeof readMediaAnswer> =>
  readMediaAnswer(
    { status, headers: { 'content-type': 'video/mp4', ...headers } },
    {
      asked: rangeRequest(range === undefined ? {} : { range }),
      fileName: 'v.mp4',
      maxBytes: 1000,
    },
  );

describe('readMediaAnswer', () => {
  it.each([
    [200, { 'content-length': '1000' }, undefined, [200, 0, 1000, 1000]],
    [200, {}, undefined, [200, 0, null, null]],
    [200, { 'content-length': 'many' }, undefined, [200, 0, null, null]],
    [200, { 'content-length': '100' }, 'bytes=5-', [200, 0, 100, 100]],
    [206, { 'content-range': 'bytes 5-99/100' }, 'bytes=5-', [206, 5, 100, 100]],
    [206, { 'content-range': 'bytes 5-9/100' }, 'bytes=5-20', [206, 5, 10, 100]],
    [206, { 'content-range': 'bytes 90-99/100' }, 'bytes=-10', [206, 90, 100, 100]],
    [206, { 'content-range': 'bytes 0-99/100' }, 'bytes=-500', [206, 0, 100, 100]],
    [206, { 'content-range': 'bytes 5-9/*' }, 'bytes=5-9', [206, 5, 10, null]],
    [206, { 'content-range': 'bytes 0-99/100' }, undefined, [200, 0, 100, 100]],
  ])('accepts a %d with %j for the range %s as %j', (status, headers, range, expected) => {
    const answer = read(status, headers, range);
    expect([answer.status, answer.start, answer.end, answer.total]).toEqual(expected);
  });

  it.each([
    [200, { 'content-length': '1001' }, undefined, 'FILE_TOO_LARGE'],
    [206, { 'content-range': 'bytes 0-9/1001' }, 'bytes=0-9', 'FILE_TOO_LARGE'],
    [206, { 'content-range': 'bytes 999-1000/*' }, 'bytes=999-1000', 'FILE_TOO_LARGE'],
    [206, {}, 'bytes=0-9', 'SOURCE_FAILED'],
    [206, { 'content-range': 'bytes 6-9/100' }, 'bytes=5-9', 'SOURCE_FAILED'],
    [206, { 'content-range': 'bytes 5-20/100' }, 'bytes=5-9', 'SOURCE_FAILED'],
    [206, { 'content-range': 'bytes 0-9/100' }, 'bytes=-10', 'SOURCE_FAILED'],
    [206, { 'content-range': 'bytes 0-9/100' }, undefined, 'SOURCE_FAILED'],
    [200, { 'content-type': 'text/html' }, undefined, 'NOT_MEDIA'],
    [206, { 'content-type': 'multipart/byteranges' }, 'bytes=0-9', 'NOT_MEDIA'],
  ])('rejects a %d with %j for the range %s with %s', (status, headers, range, code) => {
    expect(() => read(status, headers as Record<string, string>, range)).toThrow(
      expect.objectContaining({ code }) as Error,
    );
  });

  it.each([
    ['etag', '"a"', '"a"'],
    ['etag', 'W/"a"', 'W/"a"'],
    ['etag', 'a', null],
    ['etag', '"a"\u00e9', null],
    ['lastModified', 'Tue, 15 Nov 1994 12:45:26 GMT', 'Tue, 15 Nov 1994 12:45:26 GMT'],
    ['lastModified', '<script>', null],
    ['acceptRanges', 'bytes', 'bytes'],
    ['acceptRanges', 'pages', null],
  ] as const)('parses %s %j to %j', (name, value, expected) => {
    const wire = { etag: 'etag', lastModified: 'last-modified', acceptRanges: 'accept-ranges' };
    const { version, acceptRanges } = read(200, { [wire[name]]: value });
    expect({ ...version, acceptRanges }[name]).toBe(expected);
  });
});
