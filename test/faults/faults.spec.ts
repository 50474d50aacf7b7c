import { GOODS } from './good/goods.js';
import { goodCase } from './good/good-case.js';
import { KINDS } from './kinds/kinds.js';
import { SHAPES } from './media/shapes.js';
import { caseOf } from './run/case.js';
import { failuresOf, sentenceOf } from './run/report.js';
import { runCases } from './run/run-cases.js';
import { openStage, type Stage } from './run/world.js';

/** Fixed, so that failures are reproducible; it covers every shape. `npm run test:faults` uses random seeds. */
const SEED = 'short 3';
/** Each kind of fault at one source. */
const COUNTED = KINDS.filter(({ isUncounted }) => isUncounted !== true);
const CASES = Array.from({ length: KINDS.length }, (_, index) =>
  caseOf(SEED, 'fault', index),
).filter(({ kind }) => COUNTED.includes(kind));
/**
 * Good sources of kinds that were once refused, and one relayed file. `npm run test:faults -- --good`
 * runs all of them.
 */
const GOOD = [
  'sound that starts later',
  'fMP4 in segments of 1 s',
  'fMP4 with a variable frame rate',
  'fMP4 of sound alone',
  'Vorbis in Ogg',
];
const SOME = [...GOODS.entries()].filter(([, { name }]) => GOOD.includes(name));
const MINUTES = 60_000;

let stage: Stage;

beforeAll(async () => {
  stage = await openStage(SEED);
}, 5 * MINUTES);
afterAll(() => stage.close());

it('covers every kind of fault and every shape of source', () => {
  const shapes = SHAPES.filter(({ by }) => by === 'task').map(({ name }) => name);
  expect(new Set(CASES.map(({ shape }) => shape.name))).toEqual(new Set(shapes));
  expect(new Set(CASES.map(({ kind }) => kind.name))).toEqual(
    new Set(COUNTED.map(({ name }) => name)),
  );
  expect(SOME).toHaveLength(GOOD.length);
});

it(
  'turns every faulty source into a complete file or an error, and refuses no good source',
  async () => {
    const good = await Promise.all(SOME.map(([index, one]) => goodCase(SEED, one, index)));
    const well = SHAPES.filter(({ by }) => by === 'task').map((_, index) =>
      caseOf(SEED, 'well', index),
    );
    const results = await runCases([...good, ...well, ...CASES], stage);
    const failures = failuresOf(results).map((failure) => sentenceOf(failure, SEED));
    expect({ failures, left: await stage.leftovers(results) }).toEqual({ failures: [], left: [] });
  },
  10 * MINUTES,
);
