import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PictureParts } from '@dipper/site';
import { parseEnv } from '../../infra/env/env.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { jpegSize } from '../../infra/pictures/jpeg-size.js';
import { runProcess } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { quietLogger } from '../../infra/testing/quiet-logger.js';
import { SharedCards } from './shared-cards.js';

const run = promisify(execFile);
const sheet = (drawing: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">${drawing}</svg>`;
const PARTS: PictureParts = {
  name: 'Dipper',
  favicon: sheet(''),
  backdrop: sheet(''),
  font: 'young-serif',
  colours: { text: '#000000', onWater: '#ffffff' },
  catch: {
    behind: sheet('<rect width="1200" height="630" fill="#ffff00"/>'),
    front: sheet('<rect y="540" width="1200" height="90" fill="#0000ff"/>'),
    figure: { svg: sheet(''), width: 200, height: 140 },
    margin: '#ffffff',
  },
};
const parts = () => Promise.resolve(PARTS);

/** A thumbnail in a single color. */
async function thumbnail(colour: string, size = '320x180'): Promise<Buffer> {
  const source = ['-f', 'lavfi', '-i', `color=${colour}:s=${size}`, '-frames:v', '1'];
  const argv = ['-v', 'error', ...source, '-c:v', 'png', '-f', 'image2pipe', 'pipe:1'];
  return (await run('ffmpeg', argv, { encoding: 'buffer' })).stdout;
}

/** Returns the colors of a card at some places, as red, green and blue rounded to 0 or 255. */
async function coloursAt(card: Buffer, places: readonly (readonly [number, number])[]) {
  const pixels: Buffer[] = [];
  await runProcess(
    'ffmpeg',
    ['-v', 'error', '-i', 'pipe:0', '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'],
    {
      ...{ timeoutMs: 60_000, input: card, onOutput: (chunk) => void pixels.push(chunk) },
    },
  );
  const all = Buffer.concat(pixels);
  return places.map(([x, y]) =>
    [0, 1, 2].map((part) => ((all[(y * 1200 + x) * 3 + part] ?? 0) > 127 ? 255 : 0)),
  );
}

const PICTURE = { url: 'https://i.example/a.jpg' };
let cards: SharedCards;

quietLogger();
beforeEach(() => {
  cards = new SharedCards(new ProgramsService(parseEnv({})));
});

it.each([
  ['wide', '320x180'],
  ['square', '200x200'],
  ['high', '180x320'],
])('shows a %s thumbnail above the water', async (_, size) => {
  const read = () => thumbnail('red', size);
  const card = await cards.card({ ...PICTURE, read }, 'look', parts);
  expect(jpegSize(card ?? Buffer.alloc(0))).toEqual({ width: 1200, height: 630 });
  expect(
    await coloursAt(card ?? Buffer.alloc(0), [
      [600, 350],
      [20, 20],
      [600, 620],
    ]),
  ).toEqual([
    [255, 0, 0],
    [255, 255, 0],
    [0, 0, 255],
  ]);
});

it('fetches a thumbnail once, even for concurrent requests', async () => {
  const read = jest.fn(() => thumbnail('red'));
  const ask = () => cards.card({ ...PICTURE, read }, 'look', parts);
  const [one, two] = await Promise.all([ask(), ask()]);
  expect(two).toBe(one);
  expect(await ask()).toBe(one);
  expect(read).toHaveBeenCalledTimes(1);
  expect(await cards.card({ ...PICTURE, read }, 'another look', parts)).not.toBe(one);
});

it.each<[string, () => Promise<Buffer>]>([
  ['the source fails', () => Promise.reject(new DomainError('SOURCE_FAILED'))],
  ['the address is not allowed', () => Promise.reject(new DomainError('ADDRESS_NOT_ALLOWED'))],
  ['it is an SVG document', () => Promise.resolve(Buffer.from('<svg onload="alert(1)"/>'))],
  ['it breaks off', async () => (await thumbnail('red')).subarray(0, 40)],
])('returns no card if %s, and does not immediately ask again', async (_, fetched) => {
  const read = jest.fn(fetched);
  const ask = () => cards.card({ ...PICTURE, read }, 'look', parts);
  expect([await ask(), await ask()]).toEqual([null, null]);
  expect(read).toHaveBeenCalledTimes(1);
});

it('returns no card without ffmpeg', async () => {
  cards = new SharedCards(new ProgramsService(parseEnv({ FFMPEG_PATH: '/nowhere/ffmpeg' })));
  const read = () => thumbnail('red');
  expect(await cards.card({ ...PICTURE, read }, 'look', parts)).toBeNull();
});

it('does not hide our own bugs', async () => {
  const mistake = new TypeError('x is not a function');
  const read = () => Promise.reject(mistake);
  await expect(cards.card({ ...PICTURE, read }, 'look', parts)).rejects.toBe(mistake);
});

it('refuses a client that requests many cards at the same time', async () => {
  const read = () => new Promise<Buffer>(() => undefined);
  const outcomes = Array.from({ length: 100 }, (_, at) =>
    cards
      .card({ url: `https://i.example/${at}.jpg`, read }, 'look', parts)
      .catch((error: DomainError) => error.code),
  );
  expect(await outcomes.at(-1)).toBe('BUSY');
});
