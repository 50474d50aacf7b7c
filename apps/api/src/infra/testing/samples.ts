/**
 * Samples for a table of tests: all of them in `npm run test:faults -- --good`, otherwise only the
 * first ones.
 * @param some samples that differ in kind, for every run
 * @param alike samples that take the same code path as a sample in `some`
 */
export const samples = <T>(some: readonly T[], alike: readonly T[]): readonly T[] =>
  isEverySample() ? [...some, ...alike] : some;

/** True in `npm run test:faults -- --good`. */
export const isEverySample = (): boolean => process.env['GOOD_SOURCES'] === 'all';
