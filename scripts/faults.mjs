/**
 * `npm run test:faults` runs the built server against sources with seeded faults, and decodes the
 * resulting files. `FAULTS_SEED=… FAULTS_COUNT=…` repeats a run; `FAULTS_ONLY=fault-17,slow-2`
 * repeats parts of one. `npm run test:faults -- --good` runs good sources of every kind and fails
 * if any of them is refused.
 */
import { longRun, specs } from './setup/long-run.mjs';

const argv = process.argv.slice(2);
const isGood = argv.includes('--good');
const others = argv.filter((word) => word !== '--good');
// Good sources run through the whole server. The specs of the code that makes and checks files then
// also run the samples that other test runs leave out (apps/api/src/infra/testing/samples.ts).
const checks = 'good.long|segment-check|source-check|excerpt|(?:clip|convert)\\.maker';
const which = isGood
  ? ['faults-long', 'programs', `--testPathPatterns=${checks}`]
  : ['faults-long', '--testPathPatterns=faults.long'];
await longRun([specs('--selectProjects', ...which, ...others)], {
  env: isGood ? { GOOD_SOURCES: 'all' } : {},
});
