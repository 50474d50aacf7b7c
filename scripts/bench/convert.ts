import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpeg, inTurn, lavfi, makeWith } from './harness/measure.js';
import type { Stage } from './harness/stage.js';
import { row, type Row } from './harness/table.js';

export const title = 'a long recording converted to MP3 at 320 kbit/s, on loopback';

const RECIPE = { kind: 'convert', to: 'mp3', bitrate: 320 };
const ENCODER = ['-map', '0:a', '-c:a', 'libmp3lame', '-b:a', '320k', '-f', 'mp3'];

export async function run(stage: Stage): Promise<Row[]> {
  const [pieces, seconds, rounds] = stage.quick ? [2, 5, 1] : [60, 60, 3];
  const folder = await stage.folder();
  const at = (name: string): string => join(folder, name);
  // Noise is the hardest input to encode. Only a short clip is generated and then repeated.
  const noise = lavfi(`anoisesrc=color=pink:sample_rate=44100:seed=1:duration=${seconds}`);
  await ffmpeg(...noise, '-ac', '2', '-c:a', 'aac', '-b:a', '160k', at('piece.m4a'));
  const input = ['-stream_loop', `${pieces - 1}`, '-i', at('piece.m4a')];
  await ffmpeg(...input, '-c', 'copy', at('long.m4a'));
  const origin = await stage.origin({ folders: [folder] });
  const url = `${origin.url}/media/long.m4a`;
  const sizes: number[] = [];
  const times = await inTurn(rounds, {
    ours: (round) =>
      stage.withServer(async (server) => {
        const made = await makeWith(server.url, `${url}?round=${round}`, RECIPE);
        sizes.push(made.bytes);
        return made.seconds;
      }),
    ffmpeg: () => ffmpeg('-i', url, ...ENCODER, at('out.mp3')),
  });
  const { size } = await stat(at('out.mp3'));
  const wrong = sizes.find((bytes) => Math.abs(bytes - size) > 0.02 * size + 100_000);
  assert(wrong === undefined, `our file has ${wrong} bytes, that of ffmpeg ${size}`);
  const what = `MP3 of ${pieces * seconds} s`;
  return [row(what, 's', times, { inChart: true, note: 'ours is verified and has tags' })];
}
