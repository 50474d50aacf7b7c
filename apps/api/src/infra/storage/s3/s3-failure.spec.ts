import { failureSentence, isMissing, isPassing, isUploadOver } from './s3-failure.js';

const failure = (name: string, httpStatusCode?: number, message = ''): unknown =>
  Object.assign(new Error(message), {
    name,
    ...(httpStatusCode !== undefined && { $metadata: { httpStatusCode } }),
  });

it.each([
  [
    'NoSuchKey',
    failure('NoSuchKey', 404),
    { missing: true, passing: false },
    'S3 has no bucket films',
  ],
  [
    'NoSuchBucket',
    failure('NoSuchBucket', 404),
    { missing: false, passing: false },
    'S3 has no bucket films',
  ],
  [
    'AccessDenied',
    failure('AccessDenied', 403),
    { missing: false, passing: false },
    'refuses access',
  ],
  [
    'PermanentRedirect',
    failure('PermanentRedirect', 301),
    { missing: false, passing: false },
    'check S3_REGION',
  ],
  [
    'SlowDown',
    failure('SlowDown', 503),
    { missing: false, passing: true },
    'does not respond (SlowDown)',
  ],
  [
    'TooManyRequests',
    failure('TooManyRequests', 429),
    { missing: false, passing: true },
    'does not respond',
  ],
  [
    'NoSuchUpload',
    failure('NoSuchUpload', 404),
    { missing: false, passing: true },
    'does not respond (NoSuchUpload)',
  ],
  [
    'RequestTimeout',
    failure('RequestTimeout', 400),
    { missing: false, passing: true },
    'does not respond (RequestTimeout)',
  ],
  [
    'a refused connection',
    failure('Error', undefined, 'connect ECONNREFUSED 127.0.0.1:9'),
    { missing: false, passing: true },
    'does not respond (ECONNREFUSED)',
  ],
])('tells the operator what to do about %s', (_, error, { missing, passing }, sentence) => {
  expect([isMissing(error), isPassing(error)]).toEqual([missing, passing]);
  expect(failureSentence(error, 'films')).toContain(sentence);
});

it.each([
  ['NoSuchUpload', 404, true],
  ['NoSuchKey', 404, true],
  ['NoSuchBucket', 404, false],
  ['InternalError', 500, false],
])('decides from %s (%d) whether an upload has ended: %j', (name, status, isOver) => {
  expect(isUploadOver(failure(name, status))).toBe(isOver);
});
