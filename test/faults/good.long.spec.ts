import { goodCase } from './good/good-case.js';
import { GOODS } from './good/goods.js';
import { failuresOf, lineOf, sentenceOf } from './run/report.js';
import { runCases } from './run/run-cases.js';
import { openStage, type Stage } from './run/world.js';

const seed = process.env['FAULTS_SEED'] ?? 'good';
/** Runs only these cases, for example `good-17,good-2`. */
const only = process.env['FAULTS_ONLY']?.split(',');

const print = (text: string): void => void process.stdout.write(`${text}\n`);

let stage: Stage | undefined;

beforeAll(async () => {
  stage = await openStage(seed);
});
afterAll(() => stage?.close());

it(
  'no good source is refused',
  async () => {
    print(`\nFAULTS_SEED=${seed}`);
    const cases = [];
    for (const [index, good] of GOODS.entries()) {
      if (only === undefined || only.includes(`good-${index}`)) {
        cases.push(await goodCase(seed, good, index));
      }
    }
    const running = stage as Stage;
    const results = await runCases(cases, running, (result) => print(lineOf(result)));
    const rest = await running.leftovers(results);
    const failures = failuresOf(results);
    print(`\n${results.length} good sources; not whole: ${failures.length}`);
    failures.forEach((failure) => print(lineOf(failure)));
    expect({ failures: failures.map((failure) => sentenceOf(failure, seed)), rest }).toEqual({
      failures: [],
      rest: [],
    });
  },
  60 * 60_000,
);
