import assert from 'node:assert/strict';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramsService } from '../../apps/api/src/infra/programs/programs.service.js';
import type * as Reader from '../../apps/api/src/make/gate/media-reader.js';
import type * as Checker from '../../apps/api/src/make/gate/source-check.js';
import type * as Probing from '../../apps/api/src/make/probe.js';
import { type MadeFile, merge } from './harness/client.js';
import { ffmpeg, inTurn, MB, timeMs, timeRun, YT_DLP } from './harness/measure.js';
import { memoryOf, resetPeak } from './harness/process-stats.js';
import { row, type Row } from './harness/result.js';
import type { Env } from './harness/servers.js';
import type { Stage } from './harness/stage.js';

export const title = 'two streams on loopback, unthrottled, merged into one file';

/** The layouts of the origin's manifests with two big streams. */
const LAYOUTS = { big: 'progressive MP4', 'big-fragmented': 'fragmented MP4 (as on YouTube)' };

export async function run(stage: Stage): Promise<Row[]> {
  const [big, small, rounds] = stage.quick ? [10 * MB, 5 * MB, 1] : [600 * MB, 150 * MB, 5];
  const env = await stage.postgres();
  const { url: origin } = await stage.origin({ bigBytes: big });
  const { url: smallOrigin } = await stage.origin({ bigBytes: small });
  const rows: Row[] = [];
  for (const [name, layout] of Object.entries(LAYOUTS)) {
    const less = await mergeOurs(stage, env, `${smallOrigin}/dash/${name}.mpd`);
    const { times, peak } = await measure(stage, env, { origin, name, bytes: big, rounds });
    const chart = `Merge of ${big / MB} MB, ${layout}`;
    rows.push(
      row(`merge of ${big / MB} MB, ${layout}`, 's', times, { chart }),
      row('peak memory of the server', 'MB', { ours: peak, [`with ${small / MB} MB`]: less.peak }),
    );
  }
  return rows;
}

function mergeOurs(stage: Stage, env: Env, link: string): Promise<MadeFile & { peak: number }> {
  return stage.withServer(env, async ({ url, pid }) => {
    resetPeak(pid);
    const made = await merge(url, link);
    return { ...made, peak: memoryOf(pid).peak };
  });
}

interface Job {
  readonly origin: string;
  readonly name: string;
  readonly bytes: number;
  readonly rounds: number;
}

async function measure(stage: Stage, env: Env, { origin, name, bytes, rounds }: Job) {
  const folder = await stage.folder();
  const at = (file: string): string => join(folder, file);
  const [ytdlp, joined, again] = [at('ytdlp.mp4'), at('joined.mp4'), at('again.mp4')];
  const manifest = `${origin}/dash/${name}.mpd`;
  const streams = ['video.mp4', 'audio.m4a'].map((end) => `${origin}/media/${name}-${end}`);
  const sizes: number[] = [];
  let peak = 0;
  const contenders = {
    ours: async (round: number) => {
      const made = await mergeOurs(stage, env, `${manifest}?round=${round}`);
      peak = Math.max(peak, made.peak);
      sizes.push(made.bytes);
      return made.seconds;
    },
    'yt-dlp, with its extraction': () => {
      const formats = `${name}-video+${name}-audio`;
      return timeRun(YT_DLP, ['-q', '--no-warnings', '-f', formats, '-o', ytdlp, manifest]);
    },
    'ffmpeg from http, index at the end': () =>
      ffmpeg(...streams.flatMap((url) => ['-i', url]), '-c', 'copy', joined),
    'ffmpeg from disk, index in front': () =>
      ffmpeg('-i', joined, '-c', 'copy', '-movflags', '+faststart', again),
    'our check alone, from disk': async () => {
      const seconds = await timeCheck(stage, again);
      for (const path of [ytdlp, joined, again]) {
        sizes.push((await stat(path)).size);
        await rm(path);
      }
      return seconds;
    },
  };
  const times = await inTurn(rounds, contenders, () => touchMemory(at('touch'), 3 * bytes));
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  assert(most < 1.02 * least, `files merged of the same streams have ${least} to ${most} bytes`);
  return { times, peak };
}

/**
 * Touches the memory that the next step needs. A virtual machine is 3 times slower (measured) on memory
 * that its host has reclaimed, which would penalise the first contender after a pause.
 */
async function touchMemory(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w');
  const piece = Buffer.alloc(8 * 2 ** 20, 1);
  for (let written = 0; written < bytes; written += piece.length) {
    await file.write(piece);
  }
  await file.close();
  await rm(path);
}

/** @returns seconds of our checks of the sources and of the finished file; in tasks, the first run beside the muxer. */
async function timeCheck(stage: Stage, path: string): Promise<number> {
  const { MediaReader } = await stage.built<typeof Reader>('make/gate/media-reader.js');
  const { SourceChecker } = await stage.built<typeof Checker>('make/gate/source-check.js');
  const { Prober } = await stage.built<typeof Probing>('make/probe.js');
  const programs = { find: (name: string) => name } as ProgramsService;
  const prober = new Prober(programs);
  const checker = new SourceChecker(new MediaReader(programs), prober);
  const { signal } = new AbortController();
  const wanted = ['video', 'audio'] as const;
  const options = { wanted, taskSeconds: 5, isSegmented: false, signal };
  const probe = await prober.probe(path, signal);
  assert(probe, 'our check finds no media');
  const ms = await timeMs(async () => {
    const { problems } = await checker.check(path, { ...options, probe });
    await checker.readMade(path, wanted, signal);
    assert(problems.length === 0, `our check refuses the file: ${problems.join('; ')}`);
  });
  return ms / 1000;
}
