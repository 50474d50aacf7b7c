import { GOODS } from './good/goods.js';
import { goodCase } from './good/good-case.js';
import { KINDS } from './kinds/kinds.js';
import { SHAPES } from './media/shapes.js';
import { caseOf } from './run/case.js';
import { failuresOf, sentenceOf } from './run/report.js';
import { runCases } from './run/run-cases.js';
import { openStage, type Stage } from './run/world.js';

/** Always the same, so that what fails here fails at the next run too. `npm run test:faults` draws another. */
const SEED = 'short 3';
/** Each kind at one source; the seed is one with which every shape of source has its turn. */
const COUNTED = KINDS.filter(({ isUncounted }) => isUncounted !== true);
const CASES = Array.from({ length: KINDS.length }, (_, index) =>
  caseOf(SEED, 'fault', index),
).filter(({ kind }) => COUNTED.includes(kind));
/**
 * Good sources of a kind that was refused once, and one that is relayed; the others, and every shape,
 * follow the same way (`npm run test:faults -- --good`).
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

it('draws faults of every kind at sources of every shape', () => {
  const shapes = SHAPES.filter(({ by }) => by === 'task').map(({ name }) => name);
  expect(new Set(CASES.map(({ shape }) => shape.name))).toEqual(new Set(shapes));
  expect(new Set(CASES.map(({ kind }) => kind.name))).toEqual(
    new Set(COUNTED.map(({ name }) => name)),
  );
  expect(SOME).toHaveLength(GOOD.length);
});

it(
  'ends every fault in the whole file or in an error, and refuses no good source',
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
