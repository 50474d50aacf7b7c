import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FFMPEG_QUIET, makeOnce } from '../../origin/make-media.js';
import { runProgram } from '../../origin/run-program.js';
import type { Role } from '../media/resource.js';
import { loadSource, type Shape, type Source } from '../media/shapes.js';
import type { Encoded, Good } from './encode.js';

const SUBTITLES =
  '1\n00:00:00,500 --> 00:00:02,000\nHello\n\n2\n00:00:02,500 --> 00:00:03,500\nBye\n';
const COVER = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=1', '-frames:v', '1', 'cover.png'];
const BITEXACT = ['-fflags', '+bitexact', '-map_metadata', '-1'];

const nameOf = (what: 'video' | 'audio', { ext }: Encoded): string => `${what}.${ext}`;

const partsOf = ({ video, audio }: Good): [name: string, role: Role, encoded: Encoded][] =>
  [
    ...(video === null ? [] : [[nameOf('video', video), 'video', video] as const]),
    ...(audio === null ? [] : [[nameOf('audio', audio), 'audio', audio] as const]),
  ].map(([name, role, encoded]) => [name, role, encoded]);

/**
 * The ffmpeg arguments that turn the encoded streams into the served files; null if the streams are
 * served directly.
 */
function laidOut(good: Good): string[] | null {
  const names = partsOf(good).map(([name]) => name);
  const copied = [
    ...names.flatMap((name) => ['-i', name]),
    ...names.flatMap((_name, index) => ['-map', String(index)]),
    ...['-c', 'copy'],
  ];
  const vod = ['-f', 'hls', '-hls_time', String(good.segment ?? 4), '-hls_playlist_type', 'vod'];
  switch (good.layout) {
    case 'pair':
      return null;
    case 'HLS in TS':
      return [...copied, ...vod, '-hls_segment_filename', 'served/part-%d.ts', 'served/index.m3u8'];
    case 'HLS in fMP4':
      return [
        ...[...copied, ...vod, '-hls_segment_type', 'fmp4'],
        ...['-hls_segment_filename', 'served/part-%d.m4s', 'served/index.m3u8'],
      ];
    case 'DASH':
      return [
        ...[...copied, '-f', 'dash', '-seg_duration', String(good.segment ?? 4)],
        ...['-init_seg_name', 'init-$RepresentationID$.m4s', '-strict', '-2'],
        ...['-media_seg_name', 'part-$RepresentationID$-$Number$.m4s'],
        ...['-adaptation_sets', 'id=0,streams=v id=1,streams=a', 'served/index.mpd'],
      ];
    case 'relay':
      return good.video === null ? null : [...copied, `both.${good.file ?? 'mp4'}`];
  }
}

async function fill(good: Good, folder: string): Promise<void> {
  const ffmpeg = (...argv: readonly string[]): Promise<string> =>
    runProgram('ffmpeg', [...FFMPEG_QUIET, ...argv], folder);
  await mkdir(path.join(folder, 'served'));
  await writeFile(path.join(folder, 'words.srt'), SUBTITLES);
  await ffmpeg(...COVER);
  for (const [name, , { recipe }] of partsOf(good)) {
    await ffmpeg(...recipe, ...BITEXACT, name);
  }
  const layout = laidOut(good);
  if (layout !== null) {
    await ffmpeg(...layout);
  }
}

function shapeOf(good: Good, served: readonly string[]): Shape {
  const parts = partsOf(good);
  const named = (what: Role): string | null => parts.find(([, role]) => role === what)?.[0] ?? null;
  const playlist = served.find((name) => name.startsWith('index.'));
  const plain = parts.map(([name, role]) => [name, role] as const);
  const both = [[`both.${good.file ?? ''}`, 'muxed'] as const];
  const pieces = served
    .filter((name) => !name.startsWith('index.'))
    .map((name) => [`served/${name}`, 'muxed'] as const);
  return {
    name: good.name,
    by: good.layout === 'relay' ? 'relay' : 'task',
    entry: good.layout === 'relay' ? 'page' : good.layout.startsWith('HLS') ? 'hls' : 'mpd',
    files:
      good.layout === 'relay' && good.video !== null
        ? both
        : playlist === undefined
          ? plain
          : pieces,
    ...(playlist === undefined ? {} : { playlist: `served/${playlist}` }),
    pictures: named('video'),
    sounds: named('audio'),
    announced: Object.fromEntries(
      parts.map(([name, , { type, codecs }]) => [name, `mimeType="${type}" codecs="${codecs}"`]),
    ),
    ...(good.title === undefined ? {} : { title: good.title }),
  };
}

/** Makes a good source, or reads it from the cache if this machine has made it before. */
export async function makeGood(good: Good): Promise<Source> {
  const recipe = JSON.stringify([good.video?.recipe, good.audio?.recipe, laidOut(good), BITEXACT]);
  const name = `good-${createHash('sha256').update(recipe).digest('hex').slice(0, 16)}`;
  const folder = await makeOnce(name, (draft) => fill(good, draft)).catch((error: unknown) => {
    throw new Error(`${good.name} cannot be made here: ${String(error)}`);
  });
  return loadSource(shapeOf(good, await readdir(path.join(folder, 'served'))), folder);
}
