import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpeg, inTurn, lavfi, makeWith, MB } from './harness/measure.js';
import type { Stage } from './harness/stage.js';
import { median, row, type Row } from './harness/table.js';

export const title = 'a frame-accurate clip from a long file on loopback';

export async function run(stage: Stage): Promise<Row[]> {
  // Neither start time falls on a key frame.
  const { rounds, start, length, ...long } = stage.quick
    ? { size: '160x90', rate: '400k', bytes: 2 * MB, rounds: 1, start: 9.37, length: 2 }
    : { size: '1280x720', rate: '4M', bytes: 600 * MB, rounds: 3, start: 301.37, length: 30 };
  const folder = await stage.folder();
  const whole = await makeLong(folder, long);
  const origin = await stage.origin({ folders: [folder] });
  const url = `${origin.url}/media/long.mp4`;
  const recipe = { kind: 'clip', start, end: start + length, as: 'video' };
  const cut = (...codecs: string[]): Promise<number> =>
    ffmpeg('-ss', `${start}`, '-t', `${length}`, '-i', url, ...codecs, join(folder, 'out.mp4'));
  const fetched: number[] = [];
  const times = await inTurn(rounds, {
    ours: (round) =>
      stage.withServer(async (server) => {
        origin.forget();
        const { seconds } = await makeWith(server.url, `${url}?round=${round}`, recipe);
        fetched.push(origin.requests.reduce((sum, { bytesSent }) => sum + bytesSent, 0));
        return seconds;
      }),
    'ffmpeg, same start and end': () => cut('-c:v', 'libx264', '-c:a', 'aac'),
    'ffmpeg -c copy, at key frames': () => cut('-c', 'copy'),
  });
  const most = Math.max(...fetched);
  assert(most < 2 * whole, `${most} bytes were fetched of a file of ${whole}`);
  const what = `clip of ${length} s out of ${Math.round(whole / MB)} MB`;
  const sizes = { ours: median(fetched) / MB, 'the whole source': whole / MB };
  return [row(what, 's', times, { inChart: true }), row('bytes fetched', 'MB', sizes)];
}

/**
 * Makes a long file of H.264 with B-frames and a key frame every two seconds, by repeating a short
 * clip.
 * @returns the file's size in bytes
 */
async function makeLong(
  folder: string,
  { size, rate, bytes }: { size: string; rate: string; bytes: number },
): Promise<number> {
  const [piece, long] = [join(folder, 'piece.mp4'), join(folder, 'long.mp4')];
  await ffmpeg(
    ...lavfi(`testsrc2=size=${size}:rate=30:duration=8`),
    ...lavfi('anoisesrc=sample_rate=48000:seed=1:duration=8'),
    ...['-vf', 'noise=alls=12:allf=t:all_seed=1', '-c:v', 'libx264', '-preset', 'superfast'],
    ...['-bf', '2', '-b:v', rate, '-maxrate', rate, '-bufsize', rate, '-g', '60'],
    ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k', piece],
  );
  const repeats = Math.max(2, Math.round(bytes / (await stat(piece)).size) - 1);
  const input = ['-stream_loop', `${repeats}`, '-i', piece];
  await ffmpeg(...input, '-c', 'copy', '-movflags', '+faststart', long);
  return (await stat(long)).size;
}
