import { DomainError } from '../../infra/errors/domain-error.js';
import { type AnswerContext, judgeAnswer } from './answer-verdict.js';
import type { FileVersion } from './source-answer.js';

const VERSION: FileVersion = {
  etag: '"1"',
  lastModified: null,
  total: 100,
  mediaType: 'video/mp4',
};
const RANGE = { first: 40, last: 79, suffix: null, ifRange: null };
const PART = {
  'content-type': 'video/mp4',
  'content-range': 'bytes 40-79/100',
  etag: '"1"',
};
/**
 * The context of a request that checks whether a file of unknown length has ended: 50 bytes have
 * arrived, and the last 10 are requested again.
 */
const ENDED: Partial<AnswerContext> = {
  version: { ...VERSION, etag: null, total: null },
  range: { ...RANGE, last: null },
  hasEnded: true,
};
/** The same, after a response has stated that the file continues. */
const MORE: Partial<AnswerContext> = { ...ENDED, isLonger: true };
const NO_RANGE = { 'content-range': undefined };

type Row = [
  what: string,
  status: number,
  headers: object,
  asked: Partial<AnswerContext>,
  kind: string,
];

it.each<Row>([
  ['the requested part', 206, {}, {}, 'part'],
  ['less than requested', 206, { 'content-range': 'bytes 40-44/100' }, {}, 'part'],
  ['more than requested', 206, { 'content-range': 'bytes 40-80/100' }, {}, 'another'],
  ['another offset', 206, { 'content-range': 'bytes 41-79/100' }, {}, 'another'],
  ['no offset', 206, { 'content-range': undefined }, {}, 'another'],
  ['another total', 206, { 'content-range': 'bytes 40-79/101' }, {}, 'another'],
  ['no total', 206, { 'content-range': 'bytes 40-79/*' }, {}, 'part'],
  ['another ETag', 206, { etag: '"2"' }, {}, 'another'],
  ['a missing ETag', 206, { etag: undefined }, {}, 'part'],
  ['another type', 206, { 'content-type': 'audio/mp4' }, {}, 'another'],
  ['the type with a parameter', 206, { 'content-type': 'Video/MP4; a=b' }, {}, 'part'],
  ['no type', 206, { 'content-type': undefined }, {}, 'part'],
  ['an HTML page', 206, { 'content-type': 'text/html' }, {}, 'another'],
  ['an HTML page in place of the whole file', 200, { 'content-type': 'text/html' }, {}, 'another'],
  ['the whole file', 200, { 'content-length': '100' }, {}, 'whole'],
  ['a refusal of the range', 416, { 'content-range': 'bytes */100' }, {}, 'another'],
  ['a first part', 206, {}, { version: null }, 'part'],
  [
    'a first part without a total',
    206,
    { 'content-range': 'bytes 40-79/*' },
    { version: null },
    'another',
  ],
  ['a refusal of the first range', 416, {}, { version: null }, 'another'],
  ['the whole file as the first response', 200, {}, { version: null }, 'whole'],
  ['the end of the file, in a part', 206, { 'content-range': 'bytes 40-49/50' }, ENDED, 'part'],
  ['more of the file, in a part', 206, { 'content-range': 'bytes 40-69/70' }, ENDED, 'part'],
  [
    'a file shorter than what has arrived',
    206,
    { 'content-range': 'bytes 40-44/45' },
    ENDED,
    'another',
  ],
  ['the end of the file, in a refusal', 416, { 'content-range': 'bytes */50' }, ENDED, 'end'],
  ['more of the file, in a refusal', 416, { 'content-range': 'bytes */70' }, ENDED, 'short'],
  [
    'a file shorter than what has arrived, in a refusal',
    416,
    { 'content-range': 'bytes */45' },
    ENDED,
    'another',
  ],
  ['a refusal without a size', 416, { 'content-range': undefined }, ENDED, 'unproven'],
  ['the whole file once more', 200, {}, ENDED, 'unproven'],
  ['a refusal without a size after more was stated', 416, NO_RANGE, MORE, 'short'],
  ['the whole file after more was stated', 200, {}, MORE, 'whole'],
  ['the whole file, of the same length', 200, { 'content-length': '50' }, ENDED, 'end'],
  ['the whole file, of a larger length', 200, { 'content-length': '70' }, ENDED, 'whole'],
  ['something shorter than what has arrived', 200, { 'content-length': '45' }, ENDED, 'unproven'],
  [
    'an HTML page in place of the end',
    200,
    { 'content-type': 'text/html', 'content-length': '70' },
    ENDED,
    'unproven',
  ],
  [
    'another ETag at the end',
    206,
    { etag: '"2"' },
    { ...ENDED, version: { ...VERSION, total: null } },
    'another',
  ],
])('judges %s: %d %j', (_, status, headers, asked, kind) => {
  const answer = { status, headers: { ...PART, ...headers } };
  const place = { next: 50, hasEnded: false, isLonger: false };
  const known: AnswerContext = { range: RANGE, version: VERSION, ...place };
  expect(judgeAnswer(answer, { ...known, ...asked }).kind).toBe(kind);
});

it('rejects an HTML page as the first response', () => {
  const answer = { status: 200, headers: { 'content-type': 'text/html' } };
  const place = { next: 0, hasEnded: false, isLonger: false };
  const first: AnswerContext = { range: RANGE, version: null, ...place };
  expect(() => judgeAnswer(answer, first)).toThrow(new DomainError('NOT_MEDIA'));
});
