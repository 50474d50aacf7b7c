import { WAVEFORM_LENGTH } from '@dipper/contract';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../../infra/env/env.js';
import { runProcess } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { PeakReader } from './peak-reader.js';

let folder: string;
let reader: PeakReader;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-peaks-'));
  reader = new PeakReader(new ProgramsService(parseEnv({ DATA_DIR: folder })));
});
afterAll(() => rm(folder, { recursive: true }));

async function made(name: string, argv: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await runProcess('ffmpeg', ['-v', 'error', '-y', '-nostdin', ...argv, path], {
    timeoutMs: 120_000,
  });
  return path;
}
const sound = (expression: string, seconds: number, rate = 8000): string[] => [
  ...['-f', 'lavfi', '-i', `aevalsrc='${expression}':s=${rate}:d=${seconds}`],
];
const read = async (path: string): Promise<number[] | null> => {
  const peaks = await reader.read(path, new AbortController().signal);
  return peaks === null ? null : [...peaks];
};

describe('the waveform of a file', () => {
  it.each<[what: string, expression: string, level: (share: number) => number]>([
    ['silence', '0', () => 0],
    ['a tone at half volume', '0.5*sin(2*PI*400*t)', () => 127],
    ['clipped audio', 'clip(9*sin(2*PI*400*t),-1,1)', () => 255],
    ['audio in the second half only', 'gt(t,10)*sin(2*PI*400*t)', (at) => (at < 0.5 ? 0 : 255)],
  ])('shows %s', async (what, expression, level) => {
    const path = await made(`${what}.wav`, sound(expression, 20));
    const peaks = await read(path);
    expect(peaks).toHaveLength(WAVEFORM_LENGTH);
    const wrong = peaks?.filter((peak, index) => {
      const share = (index + 0.5) / WAVEFORM_LENGTH;
      return Math.abs(share - 0.5) > 0.01 && Math.abs(peak - level(share)) > 3;
    });
    expect(wrong).toEqual([]);
  });

  it('covers twenty minutes, of which the second half is silent', async () => {
    // 19 MB of samples exceed the usual output limit, and fill the meter's cells more than once.
    const path = await made('long.wav', sound('lt(t,600)*sin(2*PI*100*t)', 1200, 1000));
    const peaks = (await read(path)) ?? [];
    expect(peaks).toHaveLength(WAVEFORM_LENGTH);
    expect(peaks.slice(0, 298).every((peak) => peak > 250)).toBe(true);
    expect(peaks.slice(302).every((peak) => peak === 0)).toBe(true);
  });

  it('is that of the audio if the file also has video', async () => {
    const picture = ['-f', 'lavfi', '-i', 'color=black:size=64x64:rate=5'];
    const argv = [...picture, ...sound('sin(2*PI*400*t)', 4), '-shortest', '-c:a', 'aac'];
    const peaks = (await read(await made('film.mp4', argv))) ?? [];
    expect(peaks[300]).toBeGreaterThan(230);
  });

  it.each<[what: string, path: () => Promise<string>]>([
    [
      'without audio',
      () => made('mute.mp4', ['-f', 'lavfi', '-i', 'color=black:size=64x64:rate=5:duration=2']),
    ],
    [
      'that is a playlist of other files',
      () => hostile('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
    ],
    [
      'of random bytes',
      () => hostile(Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * i) % 251))),
    ],
    ['that is empty', () => hostile('')],
    ['that is gone', () => Promise.resolve(join(folder, 'nowhere.mp3'))],
  ])('is null for a file %s', async (_, path) => {
    expect(await read(await path())).toBeNull();
  });

  it("stops with its signal's reason", async () => {
    const path = await made('ended.wav', sound('0', 60));
    const gone = new Error('gone');
    await expect(reader.read(path, AbortSignal.abort(gone))).rejects.toBe(gone);
  });
});

async function hostile(bytes: string | Buffer): Promise<string> {
  const path = join(folder, 'hostile.mp3');
  await writeFile(path, bytes);
  return path;
}
