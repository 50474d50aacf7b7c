import { SAY } from '../messages.mjs';

/** First Node with require(esm) on by default, which Nest 12 in CommonJS tools relies on. */
const MINIMUM_NODE = '20.19.0';

/**
 * Ends the process with one sentence when Node is too old to run what comes next.
 * @param {() => void} [conclude] says what the script always says last
 */
export function requireNode(conclude = () => undefined) {
  const [found, wanted] = [process.versions.node, MINIMUM_NODE];
  if (found.localeCompare(wanted, 'en', { numeric: true }) < 0) {
    console.error(SAY.nodeTooOld(found, wanted));
    conclude();
    process.exit(1);
  }
}
