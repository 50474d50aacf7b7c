import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FFMPEG_QUIET } from '../../origin/make-media.js';
import { runProgram } from '../../origin/run-program.js';
import { differences, type Original } from './judge.js';

const picture = (source: string): string[] => [
  ...['-f', 'lavfi', '-i', `${source}=size=160x90:rate=30:duration=2`],
];
const SOUND = ['-f', 'lavfi', '-i', 'anoisesrc=sample_rate=48000:seed=1:duration=2'];
const NOISE = ['-vf', 'noise=alls=25:allf=t:all_seed=1,format=yuv420p', '-g', '30'];
const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', '-sc_threshold', '0'];
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];

const [PICTURES, SOUNDS, OTHER] = [
  ['-map', '0:v'],
  ['-map', '1:a'],
  ['-map', '2:v'],
];
const COPIED = [...PICTURES, ...SOUNDS, '-c', 'copy'];

const WHOLE: Readonly<Record<string, readonly string[]>> = {
  'fragments.mp4': [...COPIED, '-movflags', 'frag_keyframe+empty_moov'],
  'matroska.mkv': COPIED,
  'stream.ts': COPIED,
};

/** Files that a broken download might produce, each with the judge's findings. */
const BROKEN: Readonly<Record<string, readonly [argv: readonly string[], words: RegExp]>> = {
  'one picture is lost': [
    [...COPIED, '-bsf:v', "noise=drop='eq(n,40)'"],
    /pictures|picture \d+ comes/,
  ],
  'the last picture is lost': [[...COPIED, '-bsf:v', "noise=drop='eq(n,59)'"], /pictures/],
  'a frame of sound is lost': [[...COPIED, '-bsf:a', "noise=drop='eq(n,40)'"], /frames of sound/],
  'a frame of sound is damaged': [
    [...COPIED, '-bsf:a', "noise=amount='if(eq(n,40),20,0)'"],
    /of sound|cannot be decoded/,
  ],
  'the end is missing': [[...COPIED, '-t', '1.5'], /pictures.*frames of sound/],
  'the start is missing': [[...COPIED, '-bsf:v', "noise=drop='lt(n,30)'"], /pictures/],
  'the sound is late': [[...COPIED, '-bsf:a', 'setts=ts=TS+0.5/TB'], /sound starts 0\.\d+ s after/],
  'a gap has opened': [
    [...COPIED, '-bsf:v', "setts=ts='TS+if(gt(N,30),2/TB,0)'"],
    /picture \d+ comes at/,
  ],
  'the pictures were encoded again': [
    [...PICTURES, ...SOUNDS, '-c:a', 'copy', '-preset', 'ultrafast'],
    /pictures/,
  ],
  'there is no audio': [[...PICTURES, '-c', 'copy'], /no audio/],
  'there is no video': [[...SOUNDS, '-c', 'copy'], /no video/],
  'the pictures are of another file': [[...OTHER, ...SOUNDS, '-c', 'copy'], /pictures/],
};

let folder: string;
let original: Original;
const at = (name: string): string => join(folder, name);
const brokenFile = (what: string): string => at(`${what.replaceAll(' ', '-')}.mp4`);
const ffmpeg = (...argv: string[]): Promise<string> =>
  runProgram('ffmpeg', [...FFMPEG_QUIET, ...argv]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-judge-'));
  original = { pictures: at('video.mp4'), sounds: at('audio.m4a') };
  await ffmpeg(
    ...[...picture('testsrc2'), ...SOUND, ...picture('testsrc')],
    ...[...PICTURES, ...NOISE, ...H264, at('video.mp4')],
    ...[...SOUNDS, '-c:a', 'aac', at('audio.m4a')],
    ...[...OTHER, ...NOISE, ...H264, at('other-video.mp4')],
    ...[...PICTURES, ...NOISE, ...VP9, at('video.webm')],
    ...[...SOUNDS, '-c:a', 'libopus', at('audio.webm')],
  );
  await ffmpeg(
    ...['video.mp4', 'audio.m4a', 'other-video.mp4'].flatMap((name) => ['-i', at(name)]),
    ...Object.entries(WHOLE).flatMap(([name, argv]) => [...argv, at(name)]),
    ...Object.entries(BROKEN).flatMap(([what, [argv]]) => [...argv, brokenFile(what)]),
  );
});
afterAll(() => rm(folder, { recursive: true }));

it.each(Object.keys(WHOLE))('finds no difference in %s', async (name) => {
  expect(await differences(at(name), original)).toEqual([]);
});

it('finds no difference after remuxing through a transport stream, as with HLS', async () => {
  await ffmpeg('-i', at('stream.ts'), '-c', 'copy', at('remuxed.mp4'));
  expect(await differences(at('remuxed.mp4'), original)).toEqual([]);
});

it('finds no difference in VP9 and Opus remuxed from WebM to MP4', async () => {
  const webm = { pictures: at('video.webm'), sounds: at('audio.webm') };
  const inputs = ['-i', webm.pictures, '-i', webm.sounds];
  await ffmpeg(...inputs, ...COPIED, at('vp9.mp4'));
  expect(await differences(at('vp9.mp4'), webm)).toEqual([]);
});

it.each(Object.entries(BROKEN))('detects that %s', async (what, [, words]) => {
  expect((await differences(brokenFile(what), original)).join('; ')).toMatch(words);
});

it('detects a file cut off at 99%', async () => {
  const whole = await readFile(at('matroska.mkv'));
  await writeFile(at('cut.mkv'), whole.subarray(0, Math.floor(whole.length * 0.99)));
  expect(await differences(at('cut.mkv'), original)).not.toEqual([]);
});

it('detects 4 KiB of zeros in the middle', async () => {
  const bytes = await readFile(at('fragments.mp4'));
  bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 4096);
  await writeFile(at('zeros.mp4'), bytes);
  expect((await differences(at('zeros.mp4'), original)).join()).toMatch(/foreign/);
});

it('detects that a web page is not media', async () => {
  await writeFile(at('page.mp4'), '<!doctype html><p>Sign in</p>');
  expect(await differences(at('page.mp4'), original)).toEqual(['it is not media']);
});
