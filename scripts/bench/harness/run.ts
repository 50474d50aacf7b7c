/// <reference types="vite/client" />

import { basename } from 'node:path';
import assert from 'node:assert/strict';
import { SAY } from '../../messages.mjs';
import { elapsed } from '../../setup/terminal.mjs';
import { machineFacts, writeReport } from './report.js';
import { problemsOf, type Result, type Row } from './result.js';
import { shared } from './servers.js';
import { Stage, type StageOptions } from './stage.js';
import { asText, tableOf } from './table.js';

/** The exports of each file in scripts/bench. */
interface Benchmark {
  readonly title: string;
  readonly run: (stage: Stage) => Promise<Row[]>;
}

/** Benchmarks by the name of their command, `npm run bench:<name>`. */
const BENCHMARKS = new Map(
  Object.entries(import.meta.glob<Benchmark>(['../*.ts', '!../*.spec.ts'], { eager: true })).map(
    ([path, benchmark]) => [basename(path, '.ts'), benchmark],
  ),
);

export interface RunOptions extends Pick<StageOptions, 'quick' | 'load'> {
  /** Also write docs/benchmarks.md. */
  readonly write: boolean;
}

/** Concurrent benchmarks in the quick form, as each spends much time waiting. */
const QUICK_LANES = 2;

const running = new Set<Stage>();

/** Runs the named benchmarks, or all, and prints one table. */
export async function runBenchmarks(
  names: readonly string[],
  { write, ...options }: RunOptions,
): Promise<{ finished: number; failed: number }> {
  const wanted = names.length > 0 ? names : [...BENCHMARKS.keys()];
  const facts = options.quick ? SAY.quickBenchmarks : await machineFacts();
  console.log(facts);
  const isAlone = wanted.length === 1 && !options.quick;
  const say = isAlone ? console.log : () => undefined;
  const found = new Map<string, Result | null>();
  const waiting = wanted.values();
  const lane = async (): Promise<void> => {
    for (const name of waiting) {
      found.set(name, await runOne(name, new Stage({ ...options, say })));
    }
  };
  await Promise.all(Array.from({ length: options.quick ? QUICK_LANES : 1 }, lane));
  await shared.end();
  const results = wanted.flatMap((name) => found.get(name) ?? []);
  console.log(`\n${asText(tableOf(results))}\n`);
  if (write && !options.quick && results.length > 0) {
    await writeReport(results, facts);
  }
  return { finished: results.length, failed: wanted.length - results.length };
}

/** @returns null if it failed, after printing why. */
async function runOne(name: string, stage: Stage): Promise<Result | null> {
  const startedMs = performance.now();
  running.add(stage);
  try {
    const benchmark = BENCHMARKS.get(name);
    assert(benchmark, SAY.noSuchBenchmark([...BENCHMARKS.keys()]));
    const rows = await benchmark.run(stage);
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

/** Ends all running benchmarks. */
export async function endBenchmarks(): Promise<void> {
  await Promise.all([...running].map((stage) => stage.end()));
  await shared.end();
}
