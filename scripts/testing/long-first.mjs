import { createRequire } from 'node:module';

/** Loaded with require: the types of this CommonJS module declare a different default export than Node provides. */
const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/**
 * The projects with the longest specs, longest first: jest only knows a spec's size, and a long spec
 * that runs last leaves the other cores idle.
 */
const LONGEST = ['faults', 'egress', 'services', 'e2e', 'medium'];

/** @typedef {{ context: { config: { displayName?: { name: string } } } }} Test */

/** Keeps Jest's order within a project. */
export default class LongFirst extends TestSequencer {
  /**
   * @param {Test[]} tests
   * @returns {Test[]}
   */
  sort(tests) {
    const sorted = /** @type {Test[]} */ (super.sort(tests));
    /** @param {Test} test */
    const rank = ({ context }) => {
      const at = LONGEST.indexOf(context.config.displayName?.name ?? '');
      return at === -1 ? LONGEST.length : at;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
