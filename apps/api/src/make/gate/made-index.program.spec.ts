import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../../infra/env/env.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { runProcess } from '../../infra/process/run-process.js';
import { Prober } from '../probe.js';
import type { Probe } from '../probe-schema.js';
import { readMadeIndex } from './made-index.js';

const lavfi = (graph: string): string[] => ['-f', 'lavfi', '-i', graph];
const INPUTS = [
  ...lavfi('testsrc2=size=160x90:rate=25:duration=3'),
  ...lavfi('sine=sample_rate=48000:duration=3.5'),
];
const VIDEO = ['-map', '0:v', '-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2'];
const SOUND = ['-map', '1:a', '-c:a', 'aac'];
const ROOM = ['-moov_size', '20000'];

const FILES: Readonly<Record<string, readonly string[]>> = {
  'both.mp4': [...VIDEO, ...SOUND, ...ROOM],
  'index-at-the-end.mp4': [...VIDEO, ...SOUND],
  'late-video.mp4': ['-itsoffset', '1', ...INPUTS, ...VIDEO, '-map', '3:a', '-c:a', 'aac', ...ROOM],
  'sound.m4a': [...SOUND, '-movflags', '+faststart'],
  // All packets have the same size, so the table of sizes has no rows.
  'raw.mov': ['-map', '1:a', '-c:a', 'pcm_s16le'],
  'other.webm': ['-map', '1:a', '-c:a', 'libopus'],
};

describe('readMadeIndex', () => {
  let folder: string;
  let prober: Prober;
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-index-'));
    const programs = new ProgramsService(parseEnv({ DATA_DIR: folder, PATH: process.env['PATH'] }));
    prober = new Prober(programs);
    const ffmpeg = programs.find('ffmpeg') ?? '';
    for (const [name, argv] of Object.entries(FILES)) {
      await runProcess(ffmpeg, [...INPUTS, ...argv, at(name)], { timeoutMs: 60_000 });
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  const streamsOf = (probe: Probe | null): object[] | undefined =>
    probe?.streams.map(({ type, frames }) => ({ type, frames }));

  it.each(Object.keys(FILES).filter((name) => !name.endsWith('.webm')))(
    'finds the same streams, packets and duration as ffprobe in %s',
    async (name) => {
      const probe = await prober.probe(at(name), new AbortController().signal);
      const { contents, fault } = await readMadeIndex(at(name));
      expect(fault).toBeNull();
      expect(streamsOf(contents)).toEqual(streamsOf(probe));
      expect(contents?.durationSeconds).toBeCloseTo(probe?.durationSeconds ?? NaN, 1);
    },
  );

  it('finds no index in a file of another format', async () => {
    expect(await readMadeIndex(at('other.webm'))).toEqual({ contents: null, fault: null });
  });

  it.each([0, 7, 100, 3000])('finds no index in a file of only %i bytes', async (bytes) => {
    await writeFile(at('short'), (await readFile(at('both.mp4'))).subarray(0, bytes));
    expect(await readMadeIndex(at('short'))).toEqual({ contents: null, fault: null });
  });

  it('finds no index if a table is cut off', async () => {
    const content = await readFile(at('both.mp4'));
    const table = content.indexOf('stsz');
    content.writeUInt32BE(2 ** 31, table + 12);
    await writeFile(at('cut'), content);
    expect(await readMadeIndex(at('cut'))).toEqual({ contents: null, fault: null });
  });

  it('reports an index that lists more bytes than the file has', async () => {
    const content = await readFile(at('both.mp4'));
    const table = content.indexOf('stsz');
    content.writeUInt32BE(content.length, table + 16);
    await writeFile(at('more'), content);
    expect((await readMadeIndex(at('more'))).fault).toMatch(/^the index lists \d+ bytes/);
  });
});
