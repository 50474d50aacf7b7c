/** Installs packages and builds the server if necessary, like `npm start`. */
import { exitOnSignals } from '../../../scripts/setup/end-with-npm.mjs';
import { prepare } from '../../../scripts/setup/prepare.mjs';
import { runMain } from '../../../scripts/setup/terminal.mjs';

exitOnSignals();
await runMain(() => prepare(['run']));
