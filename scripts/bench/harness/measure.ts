import { execa } from 'execa';
import { existsSync } from 'node:fs';
import { fromRoot } from '../../setup/repository.mjs';

export const MB = 1e6;
export const FFMPEG = process.env['FFMPEG_PATH'] || 'ffmpeg';
const BUNDLED = fromRoot('node_modules/yt-dlp-exec/bin/yt-dlp');
/** The yt-dlp that a server with an empty DATA_DIR uses. */
export const YT_DLP = process.env['YT_DLP_PATH'] || (existsSync(BUNDLED) ? BUNDLED : 'yt-dlp');

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** @returns seconds. @throws if the program fails. */
export async function timeRun(command: string, argv: readonly string[]): Promise<number> {
  const run = () => execa(command, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  return (await timeMs(run)) / 1000;
}

export const ffmpeg = (...argv: string[]): Promise<number> =>
  timeRun(FFMPEG, ['-v', 'error', '-nostdin', '-y', ...argv]);

/** @returns null to skip the round. */
type Contender<T> = (round: number) => Promise<T> | null;

/**
 * Measures the contenders one after another in each round, so that other load on the machine affects
 * all of them.
 */
export async function inTurn<Name extends string, T>(
  rounds: number,
  contenders: Record<Name, Contender<T>>,
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<Record<Name, T[]>> {
  const names = Object.keys(contenders) as Name[];
  const found = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      await before();
      const value = await contenders[name](round);
      found[name].push(...(value === null ? [] : [value]));
    }
  }
  return found;
}

/** The values of one key of each measurement. */
export function valuesOf<Name extends string, Key extends string>(
  found: Record<Name, readonly Record<Key, number>[]>,
  key: Key,
): Record<Name, number[]> {
  const entries = Object.entries<readonly Record<Key, number>[]>(found);
  const picked = entries.map(([name, all]) => [name, all.map((one) => one[key])] as const);
  return Object.fromEntries(picked) as Record<Name, number[]>;
}
