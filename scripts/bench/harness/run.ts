/// <reference types="vite/client" />

import { execa } from 'execa';
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { format } from 'oxfmt';
import { SAY } from '../../messages.mjs';
import { elapsed } from '../../setup/terminal.mjs';
import { chartOf } from './chart.js';
import { FFMPEG, YT_DLP } from './measure.js';
import { inLanes } from './requests.js';
import { Stage, type StageOptions } from './stage.js';
import { asMarkdown, problemsOf, type Result, type Row, tableOf } from './table.js';

interface Benchmark {
  readonly title: string;
  readonly run: (stage: Stage) => Promise<Row[]>;
}

/** The benchmarks by the name of their command: `npm run bench:<name>`. */
const BENCHMARKS = new Map(
  Object.entries(import.meta.glob<Benchmark>('../*.ts', { eager: true })).map(
    ([path, benchmark]) => [basename(path, '.ts'), benchmark],
  ),
);

/** How many benchmarks run at once in the quick form. Each spends much of its time waiting. */
const QUICK_LANES = 3;

const running = new Set<Stage>();

/**
 * Runs the named benchmarks, or all of them, and prints one table.
 * @param options `writeTo`: the folder for benchmarks.md and images/benchmarks.svg; null to write
 * nothing
 */
export async function runBenchmarks(
  names: readonly string[],
  { writeTo, ...options }: StageOptions & { readonly writeTo: string | null },
): Promise<{ finished: number; failed: number }> {
  const wanted = names.length > 0 ? names : [...BENCHMARKS.keys()];
  const facts = options.quick ? SAY.quickBenchmarks : await machineFacts();
  console.log(facts);
  const found = new Map<string, Result | null>();
  const whole = new Stage(options);
  running.add(whole);
  await inLanes(options.quick ? QUICK_LANES : 1, wanted, async (name) => {
    found.set(name, await runOne(name, new Stage(options, whole)));
  });
  await whole.end();
  const results = wanted.flatMap((name) => found.get(name) ?? []);
  const table = (await format('table.md', asMarkdown(tableOf(results)))).code;
  // Without the padding of the notes, which are long.
  console.log(`\n${table.replace(/ *-* *\|$/gm, '')}`);
  if (writeTo !== null && results.length > 0) {
    const page = `${writeTo}/benchmarks.md`;
    await mkdir(`${writeTo}/images`, { recursive: true });
    await writeFile(page, (await format(page, pageOf({ results, facts, table }))).code);
    await writeFile(`${writeTo}/images/benchmarks.svg`, chartOf(results));
  }
  return { finished: results.length, failed: wanted.length - results.length };
}

/** Runs one benchmark. @returns null if it failed, after printing the reason */
async function runOne(name: string, stage: Stage): Promise<Result | null> {
  const startedMs = performance.now();
  running.add(stage);
  try {
    const benchmark = BENCHMARKS.get(name);
    assert(benchmark, SAY.noSuchBenchmark([...BENCHMARKS.keys()]));
    if (!stage.quick) {
      // What the benchmark before has written would otherwise be flushed to disk during this one.
      await execa('sync');
    }
    const rows = await inTime(benchmark.run(stage), stage.quick ? 10 : 60);
    const problems = problemsOf(rows);
    assert(problems.length === 0, problems.join('; '));
    console.log(`${name}: ${elapsed(startedMs)}`);
    return { name, title: benchmark.title, rows };
  } catch (error) {
    console.error(
      SAY.benchmarkFailed(name, error instanceof Error ? error.message : String(error)),
    );
    return null;
  } finally {
    await stage.end();
    running.delete(stage);
  }
}

/** Ends a benchmark that hangs. @throws if the work takes longer than the limit */
async function inTime<T>(work: Promise<T>, minutes: number): Promise<T> {
  const ended = new AbortController();
  const late = delay(minutes * 60_000, null, { signal: ended.signal }).then(() =>
    Promise.reject(new Error(`it did not finish in ${minutes} minutes`)),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    ended.abort();
  }
}

export async function endBenchmarks(): Promise<void> {
  for (const stage of [...running].reverse()) {
    await stage.end();
  }
}

async function machineFacts(): Promise<string> {
  const version = async (command: string, flag: string): Promise<string> => {
    const { stdout = '' } = await execa(command, [flag], { reject: false });
    const [first = ''] = stdout.split('\n', 1);
    return /(?:^(?=\d)| version )(\S+)/.exec(first)?.[1] ?? 'not installed';
  };
  const [cpu] = cpus();
  return [
    `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${platform()} ${arch()}, load ${loadavg()[0]?.toFixed(1)} at the start`,
    `Node ${process.versions.node}`,
    `ffmpeg ${await version(FFMPEG, '-version')}`,
    `yt-dlp ${await version(YT_DLP, '--version')}`,
    `aria2c ${await version('aria2c', '--version')}`,
  ].join(', ');
}

interface Page {
  readonly results: readonly Result[];
  readonly facts: string;
  readonly table: string;
}

function pageOf({ results, facts, table }: Page): string {
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${facts}.

Everything runs on one machine, over loopback. Dipper and its peers take turns, and the figures are medians.
The column "better" says whether a lower or a higher figure is better, or whether both should be the same.

![Bar chart of Dipper and other programs, with figures from the table](images/benchmarks.svg)

${results.map(({ name, title }) => `- \`npm run bench:${name}\`: ${title}`).join('\n')}

${table}`;
}
