import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { LEASH, leashedEnv } from './leash.js';

/** The exit code of a program that succeeds, run on the leash of a process. */
async function exitCodeOf(parent: number): Promise<number | null> {
  const env = { ...leashedEnv(), LEASH_PARENT: String(parent) };
  const [code] = (await once(spawn(LEASH, ['true'], { env }), 'close')) as [number | null];
  return code;
}

describe('leash', () => {
  it('runs a program for its parent', async () => {
    expect(leashedEnv()).toMatchObject({ LEASH_PARENT: String(process.pid) });
    expect(await exitCodeOf(process.pid)).toBe(0);
  });

  it('runs nothing if its parent has died before it could be tied to it', async () => {
    expect(await exitCodeOf(process.ppid)).not.toBe(0);
  });
});
