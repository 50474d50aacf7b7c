import { ResidentProcess } from './resident-process.js';

const start = (script: string): Promise<ResidentProcess> =>
  ResidentProcess.start('/bin/sh', ['-c', script], {
    channels: 1,
    timeoutMs: 10_000,
    onStart: () => () => undefined,
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

  it.each([
    ['ends early', 'echo late words >&2; exit 3', { reason: 'exit', exitCode: 3 }],
    ['never ends its first line', 'yes | tr -d "\\n"', { reason: 'output' }],
  ])('does not start a program that %s', async (_, script, failure) => {
    await expect(start(script)).rejects.toMatchObject(failure);
  });
});
