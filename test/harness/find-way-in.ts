import { spawnSync } from 'node:child_process';

/** A command line that starts the rest of it in namespaces of its own. */
export type WayIn = readonly string[];

/**
 * The first way into namespaces that works on this machine; null when none does.
 * @param script of sh, tried inside: what must be possible there.
 * @param who needs it, for the error.
 * @throws Error in CI when there is none: what is left out there would pass for proven.
 */
export function findWayIn(ways: readonly WayIn[], script: string, who: string): WayIn | null {
  const works = ([program = '', ...argv]: WayIn): boolean =>
    spawnSync(program, [...argv, 'sh', '-c', script], { stdio: 'ignore' }).status === 0;
  const found = ways.find(works) ?? null;
  if (found === null && process.env.CI) {
    throw new Error(
      `${who}: unshare (util-linux) does not work here, or inside of it this does not: ${script}`,
    );
  }
  return found;
}
