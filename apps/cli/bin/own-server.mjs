/**
 * The server that the command line starts for itself. It is like `npm start`, but ends together
 * with the process that started it, even if that process was killed.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { exitOnSignals } from '../../../scripts/setup/end-with-npm.mjs';
import { prepare } from '../../../scripts/setup/prepare.mjs';
import { fromRoot, ROOT } from '../../../scripts/setup/repository.mjs';
import { runMain } from '../../../scripts/setup/terminal.mjs';

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

const main = fromRoot('apps', 'api', 'dist', 'bundle', 'main.js');
if (!existsSync(main)) {
  const untilServing = exitOnSignals();
  await runMain(() => prepare(['run']));
  untilServing();
}
// The paths of the configuration are relative to the repository.
process.chdir(ROOT);
await import(pathToFileURL(main).href);
