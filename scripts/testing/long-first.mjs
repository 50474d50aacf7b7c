import { createRequire } from 'node:module';

/**
 * Loaded with require, because the types of this CommonJS module declare a different default export
 * than Node provides.
 */
const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/**
 * The specs that take the longest, longest first. Without a cache, Jest only knows the size of their
 * files, and a long spec that runs last leaves the other cores idle.
 */
const LONGEST = [
  'test/medium/cluster.spec.ts',
  'test/medium/crash.spec.ts',
  'test/faults/faults.spec.ts',
  'test/egress/guard.spec.ts',
  'test/medium/account-mails.spec.ts',
  'test/medium/frozen-services.spec.ts',
  'test/egress/server.spec.ts',
  'test/e2e/layout.spec.ts',
  'test/medium/turns.spec.ts',
  'test/e2e/preview-merge.spec.ts',
  'test/medium/resume.spec.ts',
  'apps/api/src/source/excerpt/excerpt.program.spec.ts',
  'apps/api/src/make/gate/source-check.program.spec.ts',
  'apps/api/src/make/clip/clip.maker.program.spec.ts',
  'apps/web/gallery/gallery.spec.tsx',
];

/** @typedef {{ path: string, context: { config: { displayName?: { name: string } } } }} Test */

/**
 * Puts the longest specs first and keeps the rest of each project together, because a worker loads
 * the modules of every project whose specs it runs.
 * @template {Test} T
 * @param {readonly T[]} tests
 * @returns {T[]}
 */
export function longFirst(tests) {
  /** @param {Test} test */
  const project = ({ context }) => context.config.displayName?.name ?? '';
  /** @param {Test} test */
  const rank = ({ path }) => {
    const at = LONGEST.findIndex((spec) => path.endsWith(`/${spec}`));
    return at === -1 ? LONGEST.length : at;
  };
  return tests.toSorted((one, other) => {
    const byRank = rank(one) - rank(other);
    return byRank !== 0 || rank(one) < LONGEST.length
      ? byRank
      : project(one).localeCompare(project(other));
  });
}

/** The order of the specs in a run of Jest. */
export default class LongFirst extends TestSequencer {
  /**
   * @param {Test[]} tests
   * @returns {Test[]}
   */
  sort(tests) {
    return longFirst(/** @type {Test[]} */ (super.sort(tests)));
  }
}
