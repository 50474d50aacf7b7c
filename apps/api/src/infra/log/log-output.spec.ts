import { closeSync, openSync } from 'node:fs';
import { QueryFailedError } from 'typeorm';
import pino from 'pino';
import { logOutput, loggedError } from './log-output.js';

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
