import { createRequire } from 'node:module';

/** CommonJS, whose types promise another default than Node gives. */
const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** Of one long spec, which would run alone at the end: jest knows nothing of it but its size. */
const LONG = 'faults';

/** @typedef {{ context: { config: { displayName?: { name: string } } } }} Test */

/** Jest's own order, but for what takes longest. */
export default class LongFirst extends TestSequencer {
  /**
   * @param {Test[]} tests
   * @returns {Test[]}
   */
  sort(tests) {
    const sorted = /** @type {Test[]} */ (super.sort(tests));
    /** @param {Test} test */
    const isLong = ({ context }) => context.config.displayName?.name === LONG;
    return [...sorted.filter((test) => isLong(test)), ...sorted.filter((test) => !isLong(test))];
  }
}
