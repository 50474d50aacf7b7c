import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderInUse, lockFolder } from './folder-lock.js';

describe('lockFolder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dipper-lock-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('gives a folder to one, and to the next after it', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    expect(() => lockFolder(folder)).toThrow(`process ${process.pid}`);
    unlock();
    lockFolder(folder)();
  });

  it.each([
    ['a process that is gone', '999999999 12345'],
    ['an earlier process with a number that is in use again', `${process.pid} 1`],
    ['a torn write', ''],
  ])('takes over the lock of %s', (_, left) => {
    writeFileSync(join(folder, 'lock'), left);
    lockFolder(folder)();
  });
});
