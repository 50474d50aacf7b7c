import { SAY } from '../messages.mjs';

/**
 * The first Node version that enables require(esm) by default. CommonJS tools need that to load
 * Nest 12.
 */
const MINIMUM_NODE = '20.19.0';

/**
 * Ends the process with one message if Node is too old.
 * @param {() => void} [conclude] prints the script's usual last line
 */
export function requireNode(conclude = () => undefined) {
  const [found, wanted] = [process.versions.node, MINIMUM_NODE];
  if (found.localeCompare(wanted, 'en', { numeric: true }) < 0) {
    console.error(SAY.nodeTooOld(found, wanted));
    conclude();
    process.exit(1);
  }
}
