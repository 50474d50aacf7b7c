import { spawnSync } from 'node:child_process';

export type WayIn = readonly string[];

/**
 * Returns the first prefix that works on this machine, or null if none does.
 * @param script a shell script that must succeed inside
 * @param who the name of the test that needs a prefix, for the error
 * @throws Error in CI if none works, because skipped tests would look like passed ones
 */
export function findWayIn(ways: readonly WayIn[], script: string, who: string): WayIn | null {
  const works = ([program = '', ...argv]: WayIn): boolean =>
    spawnSync(program, [...argv, 'sh', '-c', script], { stdio: 'ignore' }).status === 0;
  const found = ways.find(works) ?? null;
  if (found === null && process.env.CI) {
    throw new Error(
      `${who}: unshare (util-linux) does not work here, or this fails inside it: ${script}`,
    );
  }
  return found;
}
