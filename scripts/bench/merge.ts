import { execa } from 'execa';
import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ffmpeg,
  inTurn,
  MB,
  memoryOf,
  merge,
  resetPeak,
  timeRun,
  YT_DLP,
} from './harness/measure.js';
import type { Stage } from './harness/stage.js';
import { row, type Row } from './harness/table.js';

export const title =
  'two streams merged into one file, from loopback without throttling, by a server that has made one file before';

/** A manifest, what yt-dlp should take from it (`-f`), and the two streams that it leads to. */
const LAYOUTS = [
  { layout: 'progressive MP4', ...dash('big') },
  { layout: 'fragmented MP4 (as on YouTube)', ...dash('big-fragmented') },
  {
    layout: 'HLS, segments of 1 s',
    manifest: 'media/hls.m3u8',
    formats: 'bv+ba',
    streams: ['media/hls-0.m3u8', 'media/hls-1.m3u8'],
  },
];

function dash(name: string) {
  const streams = [`media/${name}-video.mp4`, `media/${name}-audio.m4a`];
  return { manifest: `dash/${name}.mpd`, formats: `${name}-video+${name}-audio`, streams };
}

type Job = Omit<(typeof LAYOUTS)[number], 'layout'> & { origin: string; rounds: number };

export async function run(stage: Stage): Promise<Row[]> {
  const [bytes, rounds] = stage.quick ? [5 * MB, 1] : [600 * MB, 5];
  const folder = await stage.folder();
  const { url: origin } = await stage.origin({ bigBytes: bytes, folders: [folder] });
  await writeHls(origin, folder);
  const rows: Row[] = [];
  for (const { layout, ...paths } of stage.quick ? LAYOUTS.slice(1) : LAYOUTS) {
    const { times, peak } = await measure(stage, { ...paths, origin, rounds });
    rows.push(
      row(`merge of ${bytes / MB} MB, ${layout}`, 's', times, { inChart: true }),
      row('peak memory of the server', 'MB', { ours: peak }),
    );
  }
  return rows;
}

const HLS = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="sound",URI="hls-1.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=50000000,RESOLUTION=1280x720,CODECS="avc1.42c01f,mp4a.40.2",AUDIO="sound"
hls-0.m3u8
`;

/** Writes the streams as segments, with a playlist each and one for both. */
async function writeHls(origin: string, folder: string): Promise<void> {
  const inputs = dash('big').streams.flatMap((path) => ['-i', `${origin}/${path}`]);
  const options = ['-hls_time', '1', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'];
  await ffmpeg(
    ...[...inputs, '-map', '0', '-map', '1', '-c', 'copy', '-f', 'hls', ...options],
    ...['-hls_fmp4_init_filename', 'hls-init-%v.mp4'],
    ...['-hls_segment_filename', join(folder, 'hls-%v-%d.m4s')],
    ...['-var_stream_map', 'v:0 a:0', join(folder, 'hls-%v.m3u8')],
  );
  await writeFile(join(folder, 'hls.m3u8'), HLS);
}

async function measure(stage: Stage, { origin, formats, rounds, ...paths }: Job) {
  const folder = await stage.folder();
  const at = (file: string): string => join(folder, file);
  const [ytdlp, joined, again] = [at('ytdlp.mp4'), at('joined.mp4'), at('again.mp4')];
  const manifest = `${origin}/${paths.manifest}`;
  const streams = paths.streams.map((path) => `${origin}/${path}`);
  const sizes: number[] = [];
  let peak = 0;
  const sized = async (file: string, seconds: number): Promise<number> => {
    sizes.push((await stat(file)).size);
    await settled();
    return seconds;
  };
  // Only Dipper waits until its file is on disk. It must not wait for the files of the others, too.
  const settled = () => execa('sync');
  await settled();
  const times = await inTurn(rounds, {
    ours: (round) =>
      stage.withServer(async ({ url, pid }) => {
        if (!stage.quick) {
          // The first merge of a server also starts its programs and compiles its code.
          await merge(url, `${origin}/dash/plain.mpd`);
        }
        resetPeak(pid);
        const made = await merge(url, `${manifest}?round=${round}`);
        peak = Math.max(peak, memoryOf(pid).peak);
        sizes.push(made.bytes);
        return made.seconds;
      }),
    'yt-dlp, including extraction': async () => {
      const argv = ['-q', '--no-warnings', '--force-overwrites', '-f', formats, '-o', ytdlp];
      return sized(ytdlp, await timeRun(YT_DLP, [...argv, manifest]));
    },
    'ffmpeg over HTTP, index at the end': async () => {
      const inputs = streams.flatMap((url) => ['-i', url]);
      return sized(joined, await ffmpeg(...inputs, '-c', 'copy', joined));
    },
    'ffmpeg from disk, index at the start': async () =>
      sized(again, await ffmpeg('-i', joined, '-c', 'copy', '-movflags', '+faststart', again)),
  });
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  assert(most < 1.02 * least, `files merged of the same streams have ${least} to ${most} bytes`);
  return { times, peak };
}
