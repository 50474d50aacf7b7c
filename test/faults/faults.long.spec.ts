import { randomBytes } from 'node:crypto';
import { caseOf, type Row } from './run/case.js';
import { failuresOf, lineOf, tableOf } from './run/report.js';
import type { Result } from './run/run-case.js';
import { runCases } from './run/run-cases.js';
import { openStage, type Stage } from './run/world.js';

const seed = process.env['FAULTS_SEED'] ?? randomBytes(4).toString('hex');
const count = Number(process.env['FAULTS_COUNT'] ?? 300);
/** `fault-17,slow-2`: only these. */
const only = process.env['FAULTS_ONLY']?.split(',');
/** Beside so many faults of a source so many of the other rows. */
const COUNTS: Readonly<Record<Row, number>> = {
  fault: count,
  slow: Math.ceil(count / 50),
  relay: Math.ceil(count / 10),
};

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const cases = (Object.keys(COUNTS) as Row[])
  .flatMap((row) => Array.from({ length: COUNTS[row] }, (_, index) => [row, index] as const))
  .filter(([row, index]) => only === undefined || only.includes(`${row}-${index}`))
  .map(([row, index]) => caseOf(seed, row, index));

let stage: Stage | undefined;

beforeAll(async () => {
  stage = await openStage(seed);
});
afterAll(() => stage?.close());

it(
  'every fault ends in the whole file or in an error',
  async () => {
    const running = stage as Stage;
    const begun = performance.now();
    print(`\nFAULTS_SEED=${seed} FAULTS_COUNT=${count}`);
    const results = await runCases(cases, running, (result) => print(lineOf(result)));
    const rest = await running.leftovers();
    const tasks = results.filter(({ id }) => !id.startsWith('relay'));
    const counted = tasks.filter(({ isCounted }) => isCounted);
    const relayed = results.filter(({ id }) => id.startsWith('relay'));
    print(`\n${tableOf(counted, 'kind')}\n\n${tableOf(counted, 'shape')}`);
    const apart: [string, Result[]][] = [
      ['not counted (cannot be seen by anybody)', tasks.filter(({ isCounted }) => !isCounted)],
      ['relayed (one plain file, handed on as it comes)', relayed],
    ];
    apart.forEach(
      ([name, some]) => some.length > 0 && print(`\n${name}\n${tableOf(some, 'kind')}`),
    );
    const failures = failuresOf(results);
    failures.forEach((failure) => print(lineOf(failure)));
    rest.forEach((name) => print(`left: ${name}`));
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    print(
      `${failures.length} bad, hung or refused for nothing, ${rest.length} left over; seed ${seed}, ${seconds} s`,
    );
    expect({ failures: failures.map(lineOf), rest }).toEqual({ failures: [], rest: [] });
  },
  60 * 60_000,
);
