import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FFMPEG_QUIET } from '../../origin/make-media.js';
import { runProgram } from '../../origin/run-program.js';
import { differences, type Original } from './judge.js';

let folder: string;
let mp4: Original;
let webm: Original;

const SECONDS = 3;
const picture = (source: string): string[] => [
  ...['-f', 'lavfi', '-i', `${source}=size=320x180:rate=30:duration=${SECONDS}`],
  ...['-vf', 'noise=alls=25:allf=t:all_seed=1,format=yuv420p', '-g', '30'],
];
const sound = ['-f', 'lavfi', '-i', `anoisesrc=sample_rate=48000:seed=1:duration=${SECONDS}`];
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', '-sc_threshold', '0'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-judge-'));
  const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];
  const [video, audio] = [
    await made('video.mp4', ...picture('testsrc2'), ...h264),
    await made('audio.m4a', ...sound, '-c:a', 'aac'),
  ];
  await made('other-video.mp4', ...picture('testsrc'), ...h264);
  mp4 = { pictures: video, sounds: audio };
  webm = {
    pictures: await made('video.webm', ...picture('testsrc2'), ...vp9),
    sounds: await made('audio.webm', ...sound, '-c:a', 'libopus'),
  };
});
afterAll(() => rm(folder, { recursive: true }));

/** Makes a file of the clips. @returns its path. */
async function made(name: string, ...argv: string[]): Promise<string> {
  const out = join(folder, name);
  const named = argv.map((word) =>
    /^[\w-]+\.(mp4|m4a|webm)$/.test(word) ? join(folder, word) : word,
  );
  await runProgram('ffmpeg', [...FFMPEG_QUIET, ...named, out]);
  return out;
}

const both = ['-i', 'video.mp4', '-i', 'audio.m4a', '-map', '0:v', '-map', '1:a'];
const bothWebm = ['-i', 'video.webm', '-i', 'audio.webm', '-map', '0:v', '-map', '1:a'];
const copied = [...both, '-c', 'copy'];

describe('the same in another container', () => {
  it.each([
    ['an MP4', 'same.mp4', copied],
    ['an MP4 in fragments', 'fragments.mp4', [...copied, '-movflags', 'frag_keyframe+empty_moov']],
    ['Matroska', 'same.mkv', copied],
    ['a transport stream', 'same.ts', copied],
    ['QuickTime', 'same.mov', copied],
  ])('%s is whole', async (_, name, argv) => {
    expect(await differences(await made(name, ...argv), mp4)).toEqual([]);
  });

  it('by way of a transport stream, as HLS has it', async () => {
    const stream = await made('way.ts', ...copied);
    expect(await differences(await made('way.mp4', '-i', stream, '-c', 'copy'), mp4)).toEqual([]);
  });

  it.each([
    ['WebM', 'same.webm'],
    ['Matroska', 'vp9.mkv'],
    ['an MP4', 'vp9.mp4'],
  ])('VP9 and Opus in %s', async (_, name) => {
    expect(await differences(await made(name, ...bothWebm, '-c', 'copy'), webm)).toEqual([]);
  });
});

describe('what is not what the source has', () => {
  it.each([
    [
      'one picture is lost',
      [...copied, '-bsf:v', "noise=drop='eq(n,40)'"],
      /pictures|picture \d+ comes/,
    ],
    ['the last picture is lost', [...copied, '-bsf:v', "noise=drop='eq(n,89)'"], /pictures/],
    ['a frame of sound is lost', [...copied, '-bsf:a', "noise=drop='eq(n,40)'"], /frames of sound/],
    [
      'a frame of sound is another',
      [...copied, '-bsf:a', "noise=amount='if(eq(n,40),20,0)'"],
      /of sound|cannot be decoded/,
    ],
    ['the end is missing', [...copied, '-t', '2.5'], /pictures.*frames of sound/],
    ['the start is missing', ['-ss', '1', ...copied], /pictures/],
    [
      'the sound is late',
      [
        '-i',
        'video.mp4',
        '-itsoffset',
        '0.5',
        '-i',
        'audio.m4a',
        '-map',
        '0',
        '-map',
        '1',
        '-c',
        'copy',
      ],
      /sound starts 0\.\d+ s after/,
    ],
    [
      'a gap has opened',
      [...copied, '-bsf:v', "setts=ts='TS+if(gt(N,50),2/TB,0)'"],
      /picture \d+ comes at/,
    ],
    [
      'the pictures were encoded again',
      [...both, '-c:a', 'copy', '-preset', 'ultrafast'],
      /pictures/,
    ],
    ['there is no sound', ['-i', 'video.mp4', '-c', 'copy'], /no sound/],
    ['it is another file', ['-i', 'other-video.mp4', '-i', 'audio.m4a', '-c', 'copy'], /pictures/],
  ])('%s', async (what, argv, words) => {
    const file = await made(`${what.replaceAll(' ', '-')}.mp4`, ...argv);
    expect((await differences(file, mp4)).join('; ')).toMatch(words);
  });

  it('a file cut off at 99 %', async () => {
    const whole = await readFile(await made('cut.mkv', ...copied));
    const cut = join(folder, 'cut.mkv');
    await writeFile(cut, whole.subarray(0, Math.floor(whole.length * 0.99)));
    expect(await differences(cut, mp4)).not.toEqual([]);
  });

  it.each([4096, 65_536])('%d zeros in the middle', async (size) => {
    const file = await made('zeros.mp4', ...copied);
    const bytes = await readFile(file);
    bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + size);
    await writeFile(file, bytes);
    expect((await differences(file, mp4)).join()).toMatch(/foreign/);
  });

  it('a page', async () => {
    const file = join(folder, 'page.mp4');
    await writeFile(file, '<!doctype html><p>Sign in</p>');
    expect(await differences(file, mp4)).toEqual(['it is no media']);
  });
});
