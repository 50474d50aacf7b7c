import { createRequire } from 'node:module';

/**
 * Loaded with require, because the types of this CommonJS module declare a different default export
 * than Node provides.
 */
const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/**
 * The projects with the longest specs, longest first. Jest only knows the file size of a spec, and
 * a long spec that runs last leaves the other cores idle.
 */
const LONGEST = ['faults', 'egress', 'services', 'e2e', 'medium'];

/** @typedef {{ context: { config: { displayName?: { name: string } } } }} Test */

/** Runs the projects with long specs first. Within a project, Jest's order stays. */
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
