import { randomBytes } from 'node:crypto';
import { findMount } from '../harness/small-disk.js';
import { SHAPES } from './media/shapes.js';
import { runAccidents } from './run/accidents.js';
import { caseOf, type Row } from './run/case.js';
import { failuresOf, lineOf, sentenceOf, tableOf } from './run/report.js';
import type { Result } from './run/run-case.js';
import { runCases } from './run/run-cases.js';
import { openStage, type Stage } from './run/world.js';

const seed = process.env['FAULTS_SEED'] ?? randomBytes(4).toString('hex');
const count = Number(process.env['FAULTS_COUNT'] ?? 300);
/** Runs only these cases, for example `fault-17,slow-2`. */
const only = process.env['FAULTS_ONLY']?.split(',');
/** How many cases of each row to run, given `count` faults. */
const COUNTS: Readonly<Record<Row, number>> = {
  well: SHAPES.filter(({ by }) => by === 'task').length,
  fault: count,
  slow: Math.ceil(count / 50),
  relay: Math.ceil(count / 10),
};
const ACCIDENTS = only === undefined ? Math.ceil(count / 20) : 0;

const sentence = (result: Result): string => sentenceOf(result, seed);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const cases = (Object.keys(COUNTS) as Row[])
  .flatMap((row) => Array.from({ length: COUNTS[row] }, (_, index) => [row, index] as const))
  .filter(([row, index]) => only === undefined || only.includes(`${row}-${index}`))
  .map(([row, index]) => caseOf(seed, row, index));

const results: Result[] = [];
const left: string[] = [];
let stage: Stage | undefined;
const begun = performance.now();

beforeAll(async () => {
  print(`\nFAULTS_SEED=${seed} FAULTS_COUNT=${count}`);
  stage = await openStage(seed);
});
afterAll(async () => {
  await stage?.close();
  summary();
});

function summary(): void {
  const byTask = results.filter((result) => result.byTask);
  const counted = byTask.filter(({ isCounted }) => isCounted);
  print(`\n${tableOf(counted, 'kind')}\n\n${tableOf(counted, 'shape')}`);
  const apart: [string, Result[]][] = [
    ['not counted (nobody can see it)', byTask.filter(({ isCounted }) => !isCounted)],
    ['relayed (one plain file, handed on as it comes)', results.filter((one) => !one.byTask)],
  ];
  apart.forEach(([name, some]) => some.length > 0 && print(`\n${name}\n${tableOf(some, 'kind')}`));
  const failures = failuresOf(results);
  print('');
  failures.forEach((failure) => print(lineOf(failure)));
  left.forEach((name) => print(`left: ${name}`));
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  print(
    `${failures.length} bad, hung or refused for nothing, ${left.length} left over; seed ${seed}, ${seconds} s`,
  );
}

const HOUR_MS = 60 * 60_000;

it(
  'every faulty source ends in a complete file or an error',
  async () => {
    const running = stage as Stage;
    const some = await runCases(cases, running, (result) => print(lineOf(result)));
    results.push(...some);
    const rest = await running.leftovers(some);
    left.push(...rest);
    expect({ failures: failuresOf(some).map(sentence), rest }).toEqual({ failures: [], rest: [] });
  },
  HOUR_MS,
);

it(
  'every server accident ends in a complete file or an error',
  async () => {
    const wayIn = findMount('test/faults');
    const some = await runAccidents(seed, { count: ACCIDENTS, wayIn, onDone: print });
    results.push(...some.results);
    left.push(...some.rest);
    const failures = failuresOf(some.results).map(sentence);
    expect({ failures, rest: some.rest }).toEqual({ failures: [], rest: [] });
  },
  HOUR_MS,
);
