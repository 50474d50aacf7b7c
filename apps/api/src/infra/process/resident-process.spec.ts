import { getPriority } from 'node:os';
import { ResidentProcess } from './resident-process.js';

const start = (
  script: string,
  onStart = (_: number): void => undefined,
): Promise<ResidentProcess> =>
  ResidentProcess.start('/bin/sh', ['-c', script], {
    channels: 1,
    timeoutMs: 10_000,
    onStart: (pid) => {
      onStart(pid);
      return () => undefined;
    },
  });

describe('ResidentProcess', () => {
  it('survives a program that dies before it has read its channel', async () => {
    const program = await start('echo ready; sleep 600');
    const [channel] = program.channels;
    // Don't use events.once, which listens for 'error', because the point of this test is that
    // nobody has to.
    const closed = new Promise((resolve) => channel?.once('close', resolve).resume());
    channel?.write('an order');
    program.kill();
    await closed;
    expect(program.greeting).toBe('ready');
  });

  it('yields to requests once it has started', async () => {
    let pid = 0;
    const program = await start('nice; sleep 600', (started) => (pid = started));
    try {
      expect(Number(program.greeting)).toBe(getPriority());
      expect(getPriority(pid)).toBeGreaterThan(getPriority());
    } finally {
      program.kill();
    }
  });

  it.each([
    ['ends early', 'echo late words >&2; exit 3', { reason: 'exit', exitCode: 3 }],
    ['never ends its first line', 'yes | tr -d "\\n"', { reason: 'output' }],
  ])('does not start a program that %s', async (_, script, failure) => {
    await expect(start(script)).rejects.toMatchObject(failure);
  });
});
