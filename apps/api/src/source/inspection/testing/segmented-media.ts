import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from '../../../infra/env/env.js';
import { runProcess } from '../../../infra/process/run-process.js';
import { ProgramsService } from '../../../infra/programs/programs.service.js';

export const SECONDS = 16;
const SEGMENT_SECONDS = 4;

/** Makes a playlist in a folder: `index.m3u8`, or `segments.json` for DASH. */
export type Make = (folder: string) => Promise<void>;

export async function ffmpeg(...argv: string[]): Promise<void> {
  const programs = new ProgramsService(parseEnv({ DATA_DIR: '/nowhere' }));
  const quiet = ['-v', 'error', '-nostdin', '-y'];
  await runProcess(programs.find('ffmpeg') ?? '', [...quiet, ...argv], { timeoutMs: 120_000 });
}

const lavfi = (graph: string): string[] => ['-f', 'lavfi', '-i', graph];
export const PICTURE = lavfi(`testsrc=size=192x108:rate=25:duration=${SECONDS}`);
export const SOUND = lavfi(`sine=frequency=330:sample_rate=48000:duration=${SECONDS}`);
const KEYED = ['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`];
const X264 = ['-c:v', 'libx264', '-preset', 'superfast', '-bf', '3', '-threads', '1', ...KEYED];
const X265 = [
  ...['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1', ...KEYED],
  ...['-x265-params', 'log-level=none:pools=1'],
];
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', ...KEYED];
const AV1 = ['-c:v', 'libsvtav1', '-preset', '12', '-g', '100', '-svtav1-params', 'lp=1'];
const AAC = ['-c:a', 'aac', '-b:a', '96k'];
const OPUS = ['-c:a', 'libopus', '-strict', '-2'];

/** @param options options for the encoder and the muxer. */
export const hls =
  (inputs: readonly string[], ...options: string[]): Make =>
  (folder) => {
    const muxer = ['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_list_size', '0'];
    return ffmpeg(...inputs, ...muxer, ...options, join(folder, 'index.m3u8'));
  };

/** Makes segments of audio frames without a container. */
const packed =
  (format: string, ...options: string[]): Make =>
  async (folder) => {
    const list = ['-segment_list', join(folder, 'index.m3u8'), '-segment_format', format];
    const time = ['-f', 'segment', '-segment_time', String(SEGMENT_SECONDS)];
    await ffmpeg(...SOUND, ...options, ...time, ...list, join(folder, `part%d.${format}`));
  };

/** Makes segments, and lists them in order, as an extraction would. */
const dash =
  (...options: string[]): Make =>
  async (folder) => {
    const names = ['-init_seg_name', 'init', '-media_seg_name', 'part$Number%05d$'];
    const muxer = ['-f', 'dash', '-seg_duration', String(SEGMENT_SECONDS), ...names];
    await ffmpeg(...options, ...muxer, join(folder, 'index.mpd'));
    const parts = (await readdir(folder)).filter((name) => name.startsWith('part')).sort();
    const manifest = await readFile(join(folder, 'index.mpd'), 'utf8');
    const scale = Number(/timescale="(\d+)"/.exec(manifest)?.[1]);
    const lengths = [...manifest.matchAll(/<S .*?d="(\d+)"(?: r="(\d+)")?/g)].flatMap(
      ([, length, repeat = 0]) => Array<number>(Number(repeat) + 1).fill(Number(length) / scale),
    );
    const list = { segments: ['init', ...parts], segmentSeconds: [null, ...lengths] };
    await writeFile(join(folder, 'segments.json'), JSON.stringify(list));
  };

/** Two recordings, one after the other. The timeline restarts in between. */
const twice =
  (make: Make, other: Make): Make =>
  async (folder) => {
    const lists = [];
    for (const [name, one] of [
      ['a', make],
      ['b', other],
    ] as const) {
      await mkdir(join(folder, name));
      await one(join(folder, name));
      for (const file of await readdir(join(folder, name))) {
        await copyFile(join(folder, name, file), join(folder, `${name}-${file}`));
      }
      const text = await readFile(join(folder, name, 'index.m3u8'), 'utf8');
      lists.push(
        text
          .replace('#EXT-X-ENDLIST', '')
          .replace(/^(?=\w)/gm, `${name}-`)
          .replace(/URI="/g, `URI="${name}-`),
      );
    }
    const second = (lists[1] ?? '').replace(
      /#EXT(M3U|-X-(VERSION|TARGETDURATION|MEDIA-SEQ)).*/g,
      '',
    );
    const text = `${lists[0]}#EXT-X-DISCONTINUITY\n${second}#EXT-X-ENDLIST\n`;
    await writeFile(join(folder, 'index.m3u8'), text);
  };

const encrypted =
  (...options: string[]): Make =>
  async (folder) => {
    await writeFile(join(folder, 'key'), Buffer.alloc(16, 7));
    await writeFile(join(folder, 'info'), `key\n${join(folder, 'key')}\n`);
    await hls(
      [...PICTURE, ...SOUND],
      ...options,
      '-hls_key_info_file',
      join(folder, 'info'),
    )(folder);
  };

/** Media with frames missing from 5 to 8.5 s. */
const TORN = ['-vf', "select='not(between(t,5,8.5))'", '-af', "aselect='not(between(t,5,8.5))'"];
/** The gap is at the end of a segment, and the playlist includes it in the segment's duration. */
const TORN_AT_CUT = [
  '-vf',
  "select='not(between(t,5,7.99))'",
  '-af',
  "aselect='not(between(t,5,7.99))'",
];
const both = [...PICTURE, ...SOUND];
/** Video that is still most of the time, like a screen recording. */
const STILL = ['-vf', "select='lt(mod(t,4),1.2)'", '-vsync', 'passthrough'];
const slides = lavfi(`testsrc=size=192x108:rate=1:duration=${SECONDS}`);
const FMP4 = ['-hls_segment_type', 'fmp4'];

/**
 * Makes one of the `GOOD_PLAYLISTS`, once for all specs and runs (test/origin/make-media.ts keeps
 * it).
 * @returns its folder.
 */
export async function segmentedMedia(kind: string): Promise<string> {
  const make = GOOD_PLAYLISTS[kind];
  if (make === undefined) {
    throw new RangeError(`no such playlist: ${kind}`);
  }
  // `makeOnce` is outside the files that this app compiles.
  const { makeOnce } = jest.requireActual<{
    makeOnce: (name: string, fill: Make) => Promise<string>;
  }>('../../../../../../test/origin/make-media');
  const recipes = createHash('sha256')
    .update(await readFile(__filename))
    .digest('hex');
  return makeOnce(`segments-${recipes.slice(0, 16)}-${kind.replace(/\W/g, '_')}`, make);
}

/** Playlists as correct sources serve them. */
export const GOOD_PLAYLISTS: Readonly<Record<string, Make>> = {
  'TS with B-frames': hls(both, ...X264, ...AAC),
  'TS with HEVC': hls(both, ...X265, ...AAC),
  'TS with MPEG audio': hls(both, ...X264, '-c:a', 'libmp3lame'),
  'TS with AC-3': hls(both, ...X264, '-c:a', 'ac3'),
  'TS with sound alone': hls(SOUND, ...AAC),
  'TS with low sound': hls(SOUND, '-c:a', 'aac', '-b:a', '24k'),
  'TS with pictures alone': hls(PICTURE, ...X264),
  'TS in one file': hls(both, ...X264, ...AAC, '-hls_flags', 'single_file'),
  'TS with whole numbers': hls(both, ...X264, ...AAC, '-hls_flags', 'round_durations'),
  'TS with odd lengths': hls(
    both,
    ...X264,
    ...AAC,
    '-hls_time',
    '3',
    '-g',
    '37',
    '-force_key_frames',
    '0',
  ),
  'TS whose clock wraps': hls(both, ...X264, ...AAC, '-output_ts_offset', '95437'),
  'TS of slides': hls([...slides, ...SOUND], ...X264, ...AAC),
  'TS of slides alone': hls(slides, ...X264),
  'TS of a screen': hls(both, ...X264, ...AAC, ...STILL),
  'TS with late sound': hls([...PICTURE, '-itsoffset', '0.9', ...SOUND], ...X264, ...AAC),
  'TS with early end of sound': hls(both, ...X264, ...AAC, '-af', 'atrim=0:12.2'),
  'TS with a gap': hls(both, ...X264, ...AAC, ...TORN, '-vsync', 'passthrough'),
  'TS with a gap at a cut': hls(both, ...X264, ...AAC, ...TORN_AT_CUT, '-vsync', 'passthrough'),
  'TS with new beginnings': twice(hls(both, ...X264, ...AAC), hls(both, ...X264, ...AAC)),
  'TS with keys': encrypted(...X264, ...AAC),
  fMP4: hls(both, ...X264, ...AAC, ...FMP4),
  'fMP4 with open groups': hls(both, ...X264, '-x264-params', 'open-gop=1', ...AAC, ...FMP4),
  'fMP4 with HEVC and Opus': hls(both, ...X265, ...OPUS, ...FMP4),
  'fMP4 with VP9': hls(both, ...VP9, ...OPUS, ...FMP4),
  'fMP4 with AV1': hls(PICTURE, ...AV1, ...FMP4),
  'fMP4 with pictures alone': hls(PICTURE, ...X264, ...FMP4),
  'fMP4 with sound alone': hls(SOUND, ...AAC, ...FMP4),
  'fMP4 with FLAC': hls(SOUND, '-c:a', 'flac', '-strict', '-2', ...FMP4),
  'fMP4 in one file': hls(both, ...X264, ...AAC, ...FMP4, '-hls_flags', 'single_file'),
  'fMP4 of slides': hls([...slides, ...SOUND], ...X264, ...AAC, ...FMP4),
  'fMP4 of a screen': hls(both, ...X264, ...AAC, ...STILL, ...FMP4),
  'fMP4 with a gap': hls(both, ...X264, ...AAC, ...TORN, ...FMP4, '-vsync', 'passthrough'),
  'fMP4 with a gap at a cut': hls(
    both,
    ...X264,
    ...AAC,
    ...TORN_AT_CUT,
    ...FMP4,
    '-vsync',
    'passthrough',
  ),
  'fMP4 with new beginnings': twice(
    hls(both, ...X264, ...AAC, ...FMP4),
    hls(both, ...X264, ...AAC, ...FMP4, '-output_ts_offset', '60'),
  ),
  'packed AAC': packed('adts', ...AAC),
  'packed MP3': packed('mp3', '-c:a', 'libmp3lame', '-write_xing', '0'),
  'packed AC-3': packed('ac3', '-c:a', 'ac3'),
  'packed E-AC-3': packed('eac3', '-c:a', 'eac3'),
  DASH: dash(...PICTURE, ...X264),
  'DASH with sound': dash(...SOUND, ...AAC),
  'DASH in chunks': dash(
    ...PICTURE,
    ...X264,
    '-streaming',
    '1',
    '-frag_type',
    'duration',
    '-frag_duration',
    '0.5',
  ),
  'DASH in WebM': dash(...PICTURE, ...VP9, '-dash_segment_type', 'webm'),
  'DASH in WebM of a screen': dash(...PICTURE, ...VP9, ...STILL, '-dash_segment_type', 'webm'),
  'DASH in WebM with sound': dash(...SOUND, ...OPUS, '-dash_segment_type', 'webm'),
};

/** Kinds that test no additional rule. They are tested only by `npm run test:faults -- --good`. */
export const REDUNDANT_PLAYLISTS: ReadonlySet<string> = new Set([
  'TS with low sound',
  'TS with pictures alone',
  'TS with odd lengths',
  'TS of slides alone',
  'fMP4 with open groups',
  'fMP4 with pictures alone',
  'fMP4 with FLAC',
  'fMP4 in one file',
  'fMP4 of slides',
  'fMP4 of a screen',
  'fMP4 with a gap',
  'fMP4 with a gap at a cut',
  'DASH',
  'DASH with sound',
  'DASH in WebM of a screen',
]);
