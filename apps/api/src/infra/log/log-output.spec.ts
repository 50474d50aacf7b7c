import { closeSync, openSync } from 'node:fs';
import { QueryFailedError } from 'typeorm';
import pino from 'pino';
import { logOutput, loggedError, withoutKeys } from './log-output.js';

describe('logOutput', () => {
  it('survives a full disk', () => {
    // On Linux, every write to this file fails with ENOSPC.
    const fd = openSync('/dev/full', 'w');
    const log = pino(logOutput(fd));
    for (let line = 0; line < 100; line += 1) {
      expect(() => log.error('x'.repeat(1000))).not.toThrow();
    }
    closeSync(fd);
  });
});

describe('loggedError', () => {
  it('keeps the failure, but not the values of the statement', () => {
    const cause = Object.assign(new Error('no space'), {
      code: '53100',
      detail: 'Key (email)=(ann@secret.test) already exists.',
      where: "unnamed portal parameter $1 = 'ann@secret.test'",
    });
    const logged = loggedError(new QueryFailedError('SELECT $1', ['https://secret.test'], cause));
    expect(logged).toMatchObject({ message: 'no space', code: '53100' });
    expect(JSON.stringify(logged)).not.toContain('secret.test');
  });

  it.each(['no room for 5 bytes', null, { code: 7 }])('leaves %j unchanged', (cause) => {
    expect(loggedError(cause)).toEqual(cause);
  });
});

it.each([
  ['dip_a1B2c3D4e5', 'dip_[removed]'],
  ['/api/dip%5Fa1B2c3D4e5?x=1', '/api/dip_[removed]?x=1'],
  ['/?key=dip%5fa1B2c3D4e5&x=1', '/?key=dip_[removed]&x=1'],
  ['/?key=%64%69%70%5f%61%31B2c3D4e5', '/?key=dip_[removed]'],
  ['/?to=%2Fa%3Fkey%3Ddip%255Fa1B2c3D4e5%26x', '/?to=%2Fa%3Fkey%3Ddip_[removed]%26x'],
  ['a dip_ and dip%5F, and 100% of it', 'a dip_ and dip%5F, and 100% of it'],
])('removes API keys, also percent-encoded ones: %s', (line, kept) => {
  expect(withoutKeys(line)).toBe(kept);
});

it.each([
  ['{"path":"/feed/aB3-x_9.xml"}', '{"path":"/feed/[removed]"}'],
  ['GET /feed/aB3.xml?x=1 failed', 'GET /feed/[removed]?x=1 failed'],
  [
    '/?url=https%3A%2F%2Fa.test%2Ffeed%2FaB3.xml&x=1',
    '/?url=https%3A%2F%2Fa.test%2Ffeed%2F[removed]&x=1',
  ],
  ['{"path":"/api/auth/feed/items"}', '{"path":"/api/auth/feed/items"}'],
])('removes the addresses of podcast feeds: %s', (line, kept) => {
  expect(withoutKeys(line)).toBe(kept);
});
