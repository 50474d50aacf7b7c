import { createRequire } from 'node:module';

/** CommonJS, whose types promise another default than Node gives. */
const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/**
 * Projects whose specs take longest, longest first: jest knows nothing of a spec but its size, and one
 * that comes last keeps a single core busy while the others wait.
 */
const LONGEST = ['faults', 'egress', 'services', 'e2e', 'medium'];

/** @typedef {{ context: { config: { displayName?: { name: string } } } }} Test */

/** Jest's own order within what takes about as long. */
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
