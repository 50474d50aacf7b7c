import { execFile } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import { promisify } from 'node:util';
import { jpegOf } from './jpeg-of.js';
import { jpegSize } from './jpeg-size.js';

const run = promisify(execFile);
const FFMPEG = 'ffmpeg';
const LIMITS = { maxSide: 160, maxBytes: 100_000 };

/** A picture of 320 by 180. @param argv ffmpeg's options for its type */
async function picture(...argv: string[]): Promise<Buffer> {
  const source = ['-f', 'lavfi', '-i', 'testsrc=s=320x180', '-frames:v', '1'];
  const options = { encoding: 'buffer', maxBuffer: 1e8 } as const;
  const { stdout } = await run(FFMPEG, ['-v', 'error', ...source, ...argv, 'pipe:1'], options);
  return stdout;
}

const PNG = ['-c:v', 'png', '-f', 'image2pipe'];
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A PNG that claims to have this size. It lacks checksums, about which decoders only warn. */
function claiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer =>
    Buffer.concat([uint32(data.length), Buffer.from(type, 'latin1'), data, uint32(0)]);
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1_000_000)))],
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

it.each([
  ['PNG', PNG],
  ['JPEG', ['-c:v', 'mjpeg', '-f', 'image2pipe']],
  ['GIF', ['-f', 'gif']],
])('re-encodes a %s at a smaller size', async (_, argv) => {
  const jpeg = await jpegOf(FFMPEG, await picture(...argv), LIMITS);
  expect(jpegSize(jpeg ?? Buffer.alloc(0))).toEqual({ width: 160, height: 90 });
});

it('keeps the size of a small picture', async () => {
  const jpeg = await jpegOf(FFMPEG, await picture(...PNG), { ...LIMITS, maxSide: 1000 });
  expect(jpegSize(jpeg ?? Buffer.alloc(0))).toEqual({ width: 320, height: 180 });
});

it.each<[string, () => Buffer | Promise<Buffer>]>([
  ['nothing', () => Buffer.alloc(0)],
  ['a web page', () => Buffer.from('<!doctype html><title>Sign in</title>')],
  ['an SVG document', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [
    'a playlist behind the signature of a GIF',
    () => Buffer.from('GIF89a#EXTM3U\nfile:///etc/passwd'),
  ],
  ['the start of a JPEG', () => Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['a PNG that claims 3600 megapixels', () => claiming(60_000, 60_000)],
])('makes no JPEG of %s', async (_, bytes) => {
  expect(await jpegOf(FFMPEG, await bytes(), LIMITS)).toBeNull();
});

it('makes no JPEG that is larger than allowed', async () => {
  expect(await jpegOf(FFMPEG, await picture(...PNG), { ...LIMITS, maxBytes: 1000 })).toBeNull();
});

it('makes no JPEG if the program is missing', async () => {
  expect(await jpegOf('/nowhere/ffmpeg', await picture(...PNG), LIMITS)).toBeNull();
});

it('rejects with the abort reason of its signal', async () => {
  const signal = AbortSignal.abort(new Error('left'));
  await expect(jpegOf(FFMPEG, await picture(...PNG), { ...LIMITS, signal })).rejects.toThrow(
    'left',
  );
});
