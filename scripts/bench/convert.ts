import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWith } from './harness/client.js';
import { ffmpeg, inTurn } from './harness/measure.js';
import { row, type Row } from './harness/result.js';
import type { Stage } from './harness/stage.js';

export const title = 'MP3 of 320 kbit/s of a long sound on loopback';

const RECIPE = { kind: 'convert', to: 'mp3', bitrate: 320 };
const ENCODER = ['-map', '0:a', '-c:a', 'libmp3lame', '-b:a', '320k', '-f', 'mp3'];

export async function run(stage: Stage): Promise<Row[]> {
  const [minutes, rounds] = stage.quick ? [1, 1] : [60, 3];
  const folder = await stage.folder();
  const [piece, long, out] = ['piece.m4a', 'long.m4a', 'out.mp3'].map((name) => join(folder, name));
  // A repeated minute of noise, the hardest input to encode.
  const noise = 'anoisesrc=color=pink:sample_rate=44100:seed=1:duration=60';
  await ffmpeg('-f', 'lavfi', '-i', noise, '-ac', '2', '-c:a', 'aac', '-b:a', '160k', `${piece}`);
  await ffmpeg('-stream_loop', `${minutes - 1}`, '-i', `${piece}`, '-c', 'copy', `${long}`);
  const origin = await stage.origin({ folders: [folder] });
  const url = `${origin.url}/media/long.m4a`;
  const sizes: number[] = [];
  const times = await inTurn(rounds, {
    ours: (round) =>
      stage.withServer({}, async (server) => {
        const made = await makeWith(server.url, `${url}?round=${round}`, RECIPE);
        sizes.push(made.bytes);
        return made.seconds;
      }),
    ffmpeg: () => ffmpeg('-i', url, ...ENCODER, `${out}`),
  });
  const { size } = await stat(`${out}`);
  const wrong = sizes.find((bytes) => Math.abs(bytes - size) > 0.02 * size + 100_000);
  assert(wrong === undefined, `our file has ${wrong} bytes, that of ffmpeg ${size}`);
  const what = `MP3 of ${minutes} minutes`;
  return [row(what, 's', times, { chart: what, note: 'ours is checked and has tags' })];
}
