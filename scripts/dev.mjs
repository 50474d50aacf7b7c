/**
 * `npm run dev`: the whole thing on one origin with live reload. The libraries are rebuilt as they
 * change, the api is compiled and started anew, and the pages come through Vite's middleware inside it.
 */
import { requireNode } from './setup/node-version.mjs';

requireNode();

const { endWithNpm, exitOnSignals } = await import('./setup/end-with-npm.mjs');
const { prepare } = await import('./setup/prepare.mjs');
const { Fatal, announce, runMain } = await import('./setup/terminal.mjs');
const { fromRoot } = await import('./setup/repository.mjs');
const { SAY } = await import('./messages.mjs');

/** Two compilers finish one change shortly after each other; that is one restart. */
const SETTLED_MS = 300;
/** What both say each time everything is written. */
const WRITTEN = /Found 0 errors\. Watching/;
const env = { ...process.env, NODE_ENV: 'development' };

endWithNpm();
const untilPrepared = exitOnSignals();
await runMain(() => prepare(['run'], { build: false }));

const { npm, ShownGroup } = await import('./setup/run.mjs');
await runMain(async () => {
  // The api's first compilation and the server read the libraries' results.
  const { ok, output } = await announce(SAY.building, () => npm(['run', 'build:libs']));
  if (!ok) {
    throw new Fatal(output);
  }
});
untilPrepared();
let isClosing = false;
exitOnSignals(() => {
  isClosing = true;
  return ShownGroup.endAll();
});

/** @type {NodeJS.Timeout | undefined} */
let settled;
let server = Promise.resolve(/** @type {InstanceType<typeof ShownGroup> | null} */ (null));

/** Ends the server and starts it anew, when the compilers have been quiet for a moment. */
function restart() {
  clearTimeout(settled);
  settled = setTimeout(() => {
    server = server.then(async (running) => {
      await running?.end();
      const argv = ['--enable-source-maps', fromRoot('apps/api/dist/main.js')];
      return isClosing ? null : new ShownGroup(process.execPath, argv, { env });
    });
  }, SETTLED_MS);
}

// Not `nest start --watch`: it would start before the libraries are compiled, with the old code.
const compilers = {
  tsc: ['typescript/bin/tsc', '-b', '-w', 'libs/media', 'libs/contract'],
  nest: ['@nestjs/cli/bin/nest.js', 'build', 'api', '--watch'],
};
const written = new Set();
const ends = Object.entries(compilers).map(async ([name, [bin = '', ...argv]]) => {
  const onLine = (/** @type {string} */ line) => {
    if (WRITTEN.test(line)) {
      written.add(name);
      // Not before the api's own results are there.
      if (written.has('nest')) {
        restart();
      }
    }
  };
  const command = [fromRoot('node_modules', bin), ...argv, '--preserveWatchOutput'];
  await new ShownGroup(process.execPath, command, { env, onLine }).ended;
  return name;
});
const ended = await Promise.race(ends);
if (!isClosing) {
  isClosing = true;
  console.log(SAY.ended(ended));
  await ShownGroup.endAll();
  process.exit(1);
}
