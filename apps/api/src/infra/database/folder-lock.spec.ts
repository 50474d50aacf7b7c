import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderInUse, lockFolder } from './folder-lock.js';

describe('lockFolder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dipper-lock-'));
  const lock = join(folder, 'lock');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('gives the lock to one owner at a time', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    expect(() => lockFolder(folder)).toThrow(`process ${process.pid})`);
    unlock();
    lockFolder(folder)();
  });

  it.each([
    ['a dead process', '999999999 12345'],
    ['a dead process whose pid is in use again', `${process.pid} 1`],
    ['a container that no longer exists', 'web-1_0a1b2c3d_4026532281 7 12345'],
    ['a torn write', ''],
  ])('takes over the lock of %s', (_, left) => {
    writeFileSync(lock, left);
    lockFolder(folder)();
  });

  it('respects a lock until its owner has ended', async () => {
    // This lock was written in another container, whose process ids mean nothing here.
    writeFileSync(lock, 'web-1_0a1b2c3d_4026532281 7 12345');
    const holder = spawn('flock', [lock, 'sh', '-c', 'echo locked; exec cat'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    await once(holder.stdout, 'data');
    expect(() => lockFolder(folder)).toThrow('(process 7 on web-1)');
    const gone = once(holder, 'close');
    process.kill(-(holder.pid ?? 0), 'SIGKILL');
    await gone;
    lockFolder(folder)();
  });
});
