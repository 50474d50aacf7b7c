import { ApiFailure } from '@dipper/client';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, type ExitCode, explain, usageError } from './exit-codes.js';
import { HELP } from './arguments/help.js';

const SERVER = 'https://d.example';
const http = (status: number | undefined, code?: string) =>
  new ApiFailure('http', { status, code, sentence: 'What happened. What to do.' });
const system = (code: string) => Object.assign(new Error(code), { code, path: '/tmp/a.mp4' });

it.each<[string, unknown, ExitCode]>([
  ['a wrong command', usageError('Which link?'), EXIT.usage],
  ['a malformed link', http(400, 'URL_INVALID'), EXIT.unavailable],
  ['a private item', http(422, 'MEDIA_PRIVATE'), EXIT.unavailable],
  ['a blocked link', http(451, 'LINK_BLOCKED'), EXIT.unavailable],
  ['an expired file', http(410, 'FILE_EXPIRED'), EXIT.unavailable],
  ['a site that refuses access', http(502, 'SOURCE_REFUSED'), EXIT.source],
  ['a site that does not respond', http(504, 'SOURCE_TIMEOUT'), EXIT.source],
  ['a busy server', http(503, 'BUSY'), EXIT.server],
  ['too many requests', http(429, 'RATE_LIMITED'), EXIT.server],
  ['a bug in the server', http(500, 'INTERNAL'), EXIT.server],
  ['a wrong key', http(401, 'NOT_SIGNED_IN'), EXIT.refused],
  ['a key without the scope', http(403, 'SCOPE'), EXIT.refused],
  ['an address that has become invalid', http(403, 'MEDIA_NOT_GRANTED'), EXIT.unavailable],
  ['a task that failed at its source', http(undefined, 'SOURCE_TIMEOUT'), EXIT.source],
  ['a task that failed for an unknown reason', http(undefined, 'NEW_CODE'), EXIT.server],
  ['a lost connection', new ApiFailure('network'), EXIT.server],
  ['a server that is not a Dipper', new ApiFailure('unexpected', { status: 200 }), EXIT.server],
  ['a full disk', system('ENOSPC'), EXIT.file],
  ['a bug', new TypeError('x is undefined'), EXIT.failed],
])('reports %s with its exit code and in full sentences', (_, error, exitCode) => {
  const explained = explain(error, SERVER);
  expect(explained.exitCode).toBe(exitCode);
  expect(explained.sentence).toMatch(/^\S.+[.?]$/);
});

it("keeps the server's sentence and code", () => {
  expect(explain(http(422, 'NO_MEDIA'), SERVER)).toEqual({
    ...{ exitCode: EXIT.unavailable, sentence: 'What happened. What to do.', code: 'NO_MEDIA' },
  });
});

it('names a server that cannot be reached', () => {
  expect(explain(new ApiFailure('network'), SERVER).sentence).toContain(SERVER);
  expect(explain(new ApiFailure('network'), null).sentence).toContain('in the background');
});

it('lists every exit code in docs/cli.md', () => {
  const page = readFileSync(join(__dirname, '../../../docs/cli.md'), 'utf8');
  const listed = [...page.matchAll(/^\| (\d+) +\| [a-z]/gm)];
  expect(listed.map(([, code]) => Number(code))).toEqual(Object.values(EXIT));
});

it('lists every exit code in the help', () => {
  const listed = [...HELP.slice(HELP.indexOf('Exit codes:')).matchAll(/\b(\d+) [a-z]/g)];
  expect(listed.map(([, code]) => Number(code))).toEqual(Object.values(EXIT));
});
