import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loopOf } from './loop-file.js';

const hex = (text: string): Buffer => Buffer.from(text.replace(/ /g, ''), 'hex');
const chunk = (type: string, body: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(type), size, body]);
};
const webp = (...chunks: Buffer[]): Buffer =>
  chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));

const CANVAS = chunk('VP8X', hex('02000000 3f0100 3f0000'));
const FOREVER = chunk('ANIM', hex('00000000 0000'));
/** A 66 ms frame. */
const FRAME = chunk('ANMF', hex('000000 000000 3f0100 3f0000 420000 00 00000000'));

const HEAD = '474946383961 4001 4000 00 00 00';
const LOOP = '21ff0b 4e45545343415045322e30 03 01 0000 00';
/** An 80 ms frame. */
const PICTURE = '21f904 04 0800 1f 00 2c 0000 0000 4001 4000 00 08 02 0101 00';

describe('loopOf', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-loop-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const read = async (bytes: Buffer): ReturnType<typeof loopOf> => {
    await writeFile(join(folder, 'loop'), bytes);
    return loopOf(join(folder, 'loop'));
  };
  const size = { width: 320, height: 64, frames: 2 };

  it('reads both kinds of file to the end', async () => {
    const animated = await read(webp(CANVAS, FOREVER, FRAME, FRAME));
    expect(animated).toEqual({ ...size, seconds: 0.132, isEndless: true });
    const gif = await read(hex(`${HEAD} ${LOOP} ${PICTURE} ${PICTURE} 3b`));
    expect(gif).toEqual({ ...size, seconds: 0.16, isEndless: true });
  });

  it.each([
    ['a truncated GIF', hex(`${HEAD} ${LOOP} ${PICTURE}`)],
    ['a GIF without an image', hex(`${HEAD} ${LOOP} 3b`)],
    ['a GIF with an unknown block', hex(`${HEAD} ff 3b`)],
    ['a truncated WebP', webp(CANVAS, FOREVER, FRAME).subarray(0, -3)],
    ['a WebP without a frame', webp(CANVAS, FOREVER)],
    ['a file of another kind', Buffer.from('<html>')],
    ['an empty file', Buffer.alloc(0)],
  ])('rejects %s', async (_, bytes) => {
    expect(await read(bytes)).toBeNull();
  });
});
