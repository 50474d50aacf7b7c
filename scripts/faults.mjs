/**
 * `npm run test:faults` runs the built server against sources with seeded faults, and decodes the
 * resulting files. `FAULTS_SEED=… FAULTS_COUNT=…` repeats a run; `FAULTS_ONLY=fault-17,slow-2`
 * repeats parts of one. `npm run test:faults -- --good` runs good sources of every kind and fails
 * if any of them is refused.
 */
import { requireNode } from './setup/node-version.mjs';

requireNode(() => undefined);
await main();

async function main() {
  // Imported here because the other modules may not parse on an outdated Node.
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
  // Good sources run through the whole server. The specs of the code that makes and checks files
  // then also run the samples that other test runs leave out
  // (apps/api/src/infra/testing/samples.ts).
  const specs = 'good.long|segment-check|source-check|excerpt|(?:clip|convert)\\.maker';
  const which = isGood
    ? ['--selectProjects', 'faults-long', 'medium', `--testPathPatterns=${specs}`]
    : ['--selectProjects', 'faults-long', '--testPathPatterns=faults.long'];
  // A single process prints each case as it ends.
  const command = [jest, '--runInBand', ...which, ...others];
  const env = { NODE_ENV: 'test', ...(isGood && { GOOD_SOURCES: 'all' }) };
  const group = startGroup(process.execPath, command, npmEnvironment(env));
  process.exitCode = (await group.ended) ?? 1;
}
