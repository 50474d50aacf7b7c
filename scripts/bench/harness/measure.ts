import { createClient } from '@dipper/client';
import { openMergeSocket } from '@dipper/client/socket';
import { execa } from 'execa';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pick, taskOf, TestClient } from '../../../test/harness/client.js';
import { fromRoot } from '../../setup/repository.mjs';

export const MB = 1e6;
export const FFMPEG = process.env['FFMPEG_PATH'] || 'ffmpeg';
const BUNDLED = fromRoot('node_modules/yt-dlp-exec/bin/yt-dlp');
/** The yt-dlp that a server uses if its DATA_DIR is empty. */
export const YT_DLP = process.env['YT_DLP_PATH'] || (existsSync(BUNDLED) ? BUNDLED : 'yt-dlp');

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** Runs a program. @returns how long it took, in seconds @throws if the program fails */
export async function timeRun(command: string, argv: readonly string[]): Promise<number> {
  const run = () => execa(command, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  return (await timeMs(run)) / 1000;
}

export const ffmpeg = (...argv: string[]): Promise<number> =>
  timeRun(FFMPEG, ['-v', 'error', '-nostdin', '-y', ...argv]);

export const lavfi = (graph: string): string[] => ['-f', 'lavfi', '-i', graph];

/** Runs one round of a contender. @returns null to skip the round */
type Contender<T> = (round: number) => Promise<T> | null;

/**
 * Measures the contenders one after another in each round, so that other load on the machine
 * affects all of them.
 */
export async function inTurn<Name extends string, T>(
  rounds: number,
  contenders: Record<Name, Contender<T>>,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(contenders) as Name[];
  const found = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const value = await contenders[name](round);
      found[name].push(...(value === null ? [] : [value]));
    }
  }
  return found;
}

export function valuesOf<Name extends string, Key extends string>(
  found: Record<Name, readonly Record<Key, number>[]>,
  key: Key,
): Record<Name, number[]> {
  const entries = Object.entries<readonly Record<Key, number>[]>(found);
  const picked = entries.map(([name, all]) => [name, all.map((one) => one[key])] as const);
  return Object.fromEntries(picked) as Record<Name, number[]>;
}

/**
 * Reads the memory use of a process in MB (Linux): resident, its anonymous part, and the peak so
 * far.
 */
export function memoryOf(pid: number): { resident: number; own: number; peak: number } {
  const megabytes = (name: string): number =>
    numberIn(`/proc/${pid}/status`, new RegExp(`${name}:\\s+(\\d+)`)) / 1024;
  return { resident: megabytes('VmRSS'), own: megabytes('RssAnon'), peak: megabytes('VmHWM') };
}

/** Resets the peak (proc(5)), so that it excludes the start of the process. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** @returns the CPU time that all threads have used so far, in milliseconds */
export function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const timeOf = (id: string) => numberIn(`/proc/${pid}/task/${id}/schedstat`, /^(\d+)/);
  return threads.reduce((sum, id) => sum + timeOf(id), 0) / 1e6;
}

function numberIn(file: string, pattern: RegExp): number {
  return existsSync(file) ? Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) : 0;
}

export interface MadeFile {
  readonly task: string;
  /** The time from the start of the task to `complete`. */
  readonly seconds: number;
  readonly bytes: number;
}

/** Submits a link and merges its best format. @throws an error with the server's message. */
export async function merge(url: string, link: string): Promise<MadeFile> {
  const info = await new TestClient({ url }).search(link);
  return make(url, taskOf(pick(info, ({ kind }) => kind === 'merge')));
}

/**
 * Submits a link and applies a recipe to its best format. @throws an error with the server's
 * message.
 */
export async function makeWith(url: string, link: string, recipe: object): Promise<MadeFile> {
  const client = new TestClient({ url });
  const { offer_id } = pick(await client.search(link), ({ recommended }) => recommended);
  const reply = await client.fetch('/api/download/tasks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ task_id: offer_id, recipe }),
  });
  const { task_id: task } = (await reply.json()) as { task_id?: string };
  if (task === undefined) {
    throw new Error(`The task could not be created: HTTP ${reply.status}`);
  }
  return make(url, task);
}

/**
 * Runs a task and waits for its file as pages and our command line do: by socket. (Polling in short
 * intervals would take a tenth of the server's processor time.)
 * @throws ApiFailure if there is no file, or if the task makes no progress for a long time
 */
export async function make(server: string, task: string): Promise<MadeFile> {
  const startedMs = performance.now();
  const client = createClient({ server, openSocket: openMergeSocket });
  await client.start({ taskId: task });
  let bytes = 0;
  for await (const { actual_sizes: sizes } of client.follow(task)) {
    bytes = sizes.final_file ?? 0;
  }
  return { task, seconds: (performance.now() - startedMs) / 1000, bytes };
}
