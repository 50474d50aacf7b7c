import { execa } from 'execa';
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
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

/** The file layouts of the origin's two manifests with big streams. */
const LAYOUTS = { big: 'progressive MP4', 'big-fragmented': 'fragmented MP4 (as on YouTube)' };

export async function run(stage: Stage): Promise<Row[]> {
  const [bytes, rounds] = stage.quick ? [5 * MB, 1] : [600 * MB, 5];
  const { url: origin } = await stage.origin({ bigBytes: bytes });
  const rows: Row[] = [];
  for (const [name, layout] of Object.entries(LAYOUTS)) {
    const { times, peak } = await measure(stage, { origin, name, rounds });
    const what = `erge of ${bytes / MB} MB, ${layout}`;
    rows.push(
      row(`m${what}`, 's', times, { chart: `M${what}` }),
      row('peak memory of the server', 'MB', { ours: peak }),
    );
  }
  return rows;
}

interface Job {
  readonly origin: string;
  readonly name: string;
  readonly rounds: number;
}

async function measure(stage: Stage, { origin, name, rounds }: Job) {
  const folder = await stage.folder();
  const at = (file: string): string => join(folder, file);
  const [ytdlp, joined, again] = [at('ytdlp.mp4'), at('joined.mp4'), at('again.mp4')];
  const manifest = `${origin}/dash/${name}.mpd`;
  const streams = ['video.mp4', 'audio.m4a'].map((end) => `${origin}/media/${name}-${end}`);
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
      stage.withServer({}, async ({ url, pid }) => {
        // The first merge of a server also starts its programs and compiles its code.
        await merge(url, `${origin}/dash/plain.mpd`);
        resetPeak(pid);
        const made = await merge(url, `${manifest}?round=${round}`);
        peak = Math.max(peak, memoryOf(pid).peak);
        sizes.push(made.bytes);
        return made.seconds;
      }),
    'yt-dlp, including extraction': async () => {
      const formats = `${name}-video+${name}-audio`;
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
