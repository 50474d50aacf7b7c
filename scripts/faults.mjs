/**
 * `npm run test:faults`: the built server against seeded faults of its sources, judged by decoding
 * what comes out. `FAULTS_SEED=… FAULTS_COUNT=…` repeat a run, `FAULTS_ONLY=fault-17,slow-2` some of it.
 * `npm run test:faults -- --good`: good sources of every kind, of which none may be refused.
 */
import { requireNode } from './setup/node-version.mjs';

requireNode(() => undefined);
await main();

async function main() {
  // Only now: the rest need not parse on a Node that is too old.
  const { endWithNpm, exitOnSignals } = await import('./setup/end-with-npm.mjs');
  const { npmEnvironment } = await import('./setup/npm.mjs');
  const { prepare } = await import('./setup/prepare.mjs');
  const { fromRoot } = await import('./setup/repository.mjs');
  const { endGroups, startGroup } = await import('./setup/run.mjs');
  endWithNpm();
  exitOnSignals(endGroups);
  await prepare(['run', 'test']);
  const argv = process.argv.slice(2);
  const isGood = argv.includes('--good');
  const others = argv.filter((word) => word !== '--good');
  const jest = fromRoot('node_modules', 'jest', 'bin', 'jest.js');
  // Good sources go through the whole server, and good playlists of all kinds through the check of segments.
  const which = isGood
    ? ['--selectProjects', 'faults-long', 'medium', '--testPathPatterns=good.long|segment-check']
    : ['--selectProjects', 'faults-long', '--testPathPatterns=faults.long'];
  // In this one process, so that each case is shown as it ends.
  const command = [jest, '--runInBand', ...which, ...others];
  const env = { NODE_ENV: 'test', ...(isGood && { GOOD_SOURCES: 'all' }) };
  const group = startGroup(process.execPath, command, npmEnvironment(env));
  process.exitCode = (await group.ended) ?? 1;
}
