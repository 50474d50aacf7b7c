import { DomainError } from '../infra/http/domain-error.js';
import { checkAnswer } from './source-status.js';
import { Interrupted, SourceGone } from './source-error.js';

const thrown = (status: number, headers: Record<string, string | string[]> = {}): unknown => {
  try {
    checkAnswer(status, headers);
    return null;
  } catch (error) {
    return error;
  }
};

describe('checkAnswer', () => {
  it.each([
    [200, { 'content-type': 'video/mp4' }],
    [206, { 'content-type': 'application/octet-stream' }],
    [206, {}],
    [200, { 'content-type': 'text/vtt' }],
    [200, { 'content-type': 'application/vnd.apple.mpegurl' }],
    [416, { 'content-type': 'text/html' }],
  ])('takes %d %j', (status, headers) => {
    expect(thrown(status, headers)).toBeNull();
  });

  it.each([401, 403, 404, 410])('%d: the URL is gone', (status) => {
    expect(thrown(status)).toEqual(new SourceGone(status));
  });

  it.each([
    [429, '3', 3000],
    [503, '3', 3000],
    [503, undefined, 2000],
    [503, '', 2000],
    [503, 'Sat, 21 Nov 2026 07:28:00 GMT', 2000],
    [503, '-5', 2000],
    [503, '1e9', 2000],
    [503, '86400', 15_000],
    [503, '0', 0],
    [500, '60', 1000],
    [502, undefined, 1000],
  ])('%d with Retry-After %s waits %d ms', (status, retryAfter, waitMs) => {
    const error = thrown(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    expect(error instanceof Interrupted && error.waitMs).toBe(waitMs);
  });

  it.each([
    [200, 'text/html; charset=utf-8', 'NOT_MEDIA'],
    [206, ' Text/HTML', 'NOT_MEDIA'],
    [200, 'application/json', 'NOT_MEDIA'],
    [200, 'application/xhtml+xml', 'NOT_MEDIA'],
    [200, 'image/png', 'NOT_MEDIA'],
    [200, 'text/plain', 'NOT_MEDIA'],
    [204, 'video/mp4', 'SOURCE_FAILED'],
    [304, '', 'SOURCE_FAILED'],
    [400, 'text/html', 'SOURCE_FAILED'],
    [418, '', 'SOURCE_FAILED'],
  ])('refuses %d %j: %s', (status, type, code) => {
    const error = thrown(status, { 'content-type': type });
    expect(error instanceof DomainError && error.code).toBe(code);
  });
});
