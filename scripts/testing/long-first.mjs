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
const LONGEST = ['faults', 'egress', 'services', 'e2e', 'medium', 'programs'];

/** @typedef {{ context: { config: { displayName?: { name: string } } } }} Test */

/**
 * The share of the other specs to run among the long ones. The rest runs last, so that no core is
 * idle while the last long spec ends.
 */
const AMONG = 0.7;

/**
 * Distributes short specs evenly among long ones. Long specs mostly wait for servers, and short ones
 * only compute, so that together they keep the cores busy.
 * @template Spec
 * @param {readonly Spec[]} long
 * @param {readonly Spec[]} short
 * @returns {Spec[]} the long ones in their order, each followed by its part of the short ones; then
 * the rest of the short ones
 */
export function spread(long, short) {
  const each = Math.floor((short.length * AMONG) / Math.max(1, long.length));
  const mixed = long.flatMap((one, at) => [one, ...short.slice(at * each, (at + 1) * each)]);
  return [...mixed, ...short.slice(long.length * each)];
}

/**
 * Runs projects with long specs first, and most of the other specs among them. Within a project,
 * Jest's order stays.
 */
export default class LongFirst extends TestSequencer {
  /**
   * @param {Test[]} tests
   * @returns {Test[]}
   */
  sort(tests) {
    const sorted = /** @type {Test[]} */ (super.sort(tests));
    /** @param {Test} test */
    const rank = ({ context }) => LONGEST.indexOf(context.config.displayName?.name ?? '');
    return spread(
      sorted.filter((test) => rank(test) >= 0).toSorted((one, other) => rank(one) - rank(other)),
      sorted.filter((test) => rank(test) < 0),
    );
  }
}
