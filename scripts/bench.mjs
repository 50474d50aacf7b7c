/**
 * `npm run bench` runs all benchmarks, which compare Dipper with similar programs, and prints one
 * table. `--write` also writes docs/benchmarks.md and docs/images/benchmarks.svg; `--write=FOLDER`
 * writes them to that folder. `npm run bench:<name>` runs one benchmark. `-- --quick` runs a short
 * form, which shows that the benchmarks work but not how fast anything is, and never writes to
 * docs/.
 */
import { SAY } from './messages.mjs';
import { endWithNpm, exitOnSignals } from './setup/end-with-npm.mjs';
import { prepare } from './setup/prepare.mjs';
import { fromRoot } from './setup/repository.mjs';
import { runMain } from './setup/terminal.mjs';

endWithNpm();
const argv = process.argv.slice(2);
const names = argv.filter((word) => !word.startsWith('--'));
const quick = argv.includes('--quick');
const untilPrepared = exitOnSignals();
await runMain(async () => {
  const isAll = names.length === 0 && !quick;
  await prepare(['run', 'test', ...(isAll ? /** @type {const} */ (['bench']) : [])]);
  // Imported after `prepare`, which installs Vite.
  const { runnerImport } = await import('vite');
  /** @type {typeof runnerImport<typeof import('./bench/harness/run.js')>} */
  const load = runnerImport;
  const { module } = await load(fromRoot('scripts/bench/harness/run.ts'), { configFile: false });
  untilPrepared();
  exitOnSignals(module.endBenchmarks);
  const write = argv.findLast((word) => word.startsWith('--write'));
  const folder = write?.split('=')[1] ?? (quick ? null : fromRoot('docs'));
  const writeTo = write === undefined ? null : folder;
  const { finished, failed } = await module.runBenchmarks(names, {
    ...{ quick, writeTo },
    load: (path) => import(path),
  });
  console.log(SAY.benchmarksEnded(finished, failed));
  // A benchmark that failed may have left something open.
  process.exit(failed === 0 ? 0 : 1);
});
