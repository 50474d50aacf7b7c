import assert from 'node:assert/strict';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../programs/find-program.mjs';
import { inTurn, MB, timeRun, YT_DLP } from './harness/measure.js';
import { row, type Row, shown } from './harness/result.js';
import type { Stage } from './harness/stage.js';

export const title = 'one file from a source that limits each connection';

/** How many concurrent requests the crowded source accepts. */
const CROWD = 6;

/** Results of our fetcher in a separate process: seconds to the end of each task, and the peak in MB. */
interface Fetched {
  readonly ends: readonly number[];
  readonly peak: number;
}

export async function run(stage: Stage): Promise<Row[]> {
  const [size, rate, rounds] = stage.quick ? [4 * MB, 5 * MB, 1] : [613 * MB, 5 * MB, 3];
  const folder = await stage.folder();
  const options = { size, rate, crowd: CROWD };
  const { first: origin, ask } = await stage.part<{ url: string }>('throttled-origin', options);
  const fetchOurs = async (...paths: string[]): Promise<Fetched> => {
    const urls = paths.map((path) => `${origin.url}/${path}`);
    // The same flags as `npm start`.
    const flags = ['--max-semi-space-size=4'];
    return (await stage.part<Fetched>('our-fetcher', { folder, urls, size }, flags)).first;
  };
  const compare = async (name: string, limit: string, share: number): Promise<Row> => {
    const peaks: number[] = [];
    const times = await inTurn(rounds, {
      ours: async () => {
        const { ends, peak } = await fetchOurs(`${name}.mp4`);
        peaks.push(peak);
        return ends[0] ?? NaN;
      },
      ...(await peersOf(`${origin.url}/${name}`, { folder, size, share })),
    });
    const note = `${shown(Math.max(...peaks))} MB of memory at the peak`;
    const chart = `Fetch of ${size / MB} MB, ${limit}`;
    return row(`fetch of ${size / MB} MB, ${limit}`, 's', times, { note, chart });
  };
  const throttled = await compare('throttled', `${rate / MB} MB/s for each connection`, 10);
  const free = await compare('free', 'no limit', 1);
  const beside = (what: string, seconds: number, note = ''): Row =>
    row(`the first, ${what}`, 's', { ours: seconds, 'one task alone': throttled.ours }, { note });
  const two = await fetchOurs('throttled.mp4?a', 'throttled.mp4?b');
  const crowded = await fetchOurs('crowded.mp4');
  const refused = `${await ask<number>({})} requests were refused`;
  return [
    throttled,
    free,
    ...two.ends.map((seconds, at) => beside(`task ${at + 1} of two at once`, seconds)),
    beside(`429 for all but ${CROWD} requests at once`, crowded.ends[0] ?? NaN, refused),
  ];
}

interface Job {
  readonly folder: string;
  readonly size: number;
  /** If not 1, yt-dlp, which uses one connection, fetches 1/share of the file and its time counts `share` times. */
  readonly share: number;
}

type Peers = Record<string, (round: number) => Promise<number> | null>;

async function peersOf(url: string, { folder, size, share }: Job): Promise<Peers> {
  const out = join(folder, 'peer.mp4');
  const timeFetch = async (bytes: number, command: string, argv: string[]): Promise<number> => {
    const seconds = await timeRun(command, argv);
    const found = (await stat(out)).size;
    assert(found === bytes, `${command} fetched ${found} bytes of ${bytes}`);
    await rm(out);
    return seconds;
  };
  const hasAria = (await findProgram('aria2c')) !== undefined;
  const aria =
    (...options: string[]) =>
    () => {
      const argv = ['-q', '-x16', '-s16', ...options, '-d', folder, '-o', 'peer.mp4', `${url}.mp4`];
      return hasAria ? timeFetch(size, 'aria2c', argv) : null;
    };
  const isWhole = share === 1;
  const ytdlp = async (): Promise<number> => {
    const source = isWhole ? `${url}.mp4` : `${url}-tenth.mp4`;
    const argv = ['-q', '--no-warnings', '-o', out, source];
    return share * (await timeFetch(size / share, YT_DLP, argv));
  };
  return {
    'aria2c -x16': aria(),
    'aria2c -x16 -k1M': aria('-k1M', '--file-allocation=none'),
    ...(isWhole
      ? { 'yt-dlp': ytdlp }
      : { 'yt-dlp (a tenth, times ten)': (round: number) => (round === 0 ? ytdlp() : null) }),
  };
}
