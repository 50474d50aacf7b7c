import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageProcess } from './message-process.js';

describe('MessageProcess', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-message-process-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /**
   * Runs a program and sends it a message.
   * @returns its first message, or why it ended
   */
  async function answerOf(source: string, message: object = {}): Promise<unknown> {
    const path = join(folder, 'program.mjs');
    await writeFile(path, source);
    let program: MessageProcess | undefined;
    try {
      return await new Promise((resolve) => {
        program = new MessageProcess(path, {
          argument: 'an argument',
          bounds: { memoryKb: 256 * 1024 },
          heapMb: 32,
          onMessage: resolve,
          onEnd: resolve,
        });
        void program.send(message);
      });
    } finally {
      await program?.end();
    }
  }

  it('passes an argument and bytes, but nothing from our environment', async () => {
    const source = `process.on('message', ({ bytes }) =>
      process.send({ bytes, argv: process.argv.slice(2), names: Object.keys(process.env) }));`;
    process.env['OUR_SECRET'] = 'secret';
    try {
      const answer = await answerOf(source, { bytes: Buffer.from([1, 2]) });
      expect(answer).toMatchObject({ argv: ['an argument'] });
      const { bytes, names } = answer as { bytes: Uint8Array; names: string[] };
      expect([...bytes]).toEqual([1, 2]);
      expect(names).not.toContain('OUR_SECRET');
    } finally {
      delete process.env['OUR_SECRET'];
    }
  });

  it.each([
    ['its heap', 'const all = []; for (;;) all.push({});', /heap limit/],
    [
      'bytes outside its heap',
      'const all = []; while (all.length < 64) all.push(Buffer.alloc(16777216, 1));',
      /allocation failed/i,
    ],
  ])('reports that the program ended because %s grew too large', async (_, source, why) => {
    await expect(answerOf(source)).resolves.toMatchObject({
      message: expect.stringMatching(why) as unknown,
    });
  });
});
