import { SAY } from '../messages.mjs';
import { ensurePrograms } from '../programs/ensure-programs.mjs';
import { announce } from './announce.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { Fatal } from './fatal.mjs';
import { npm } from './npm.mjs';
import { restarter } from './restarter.mjs';
import { ROOT, fromRoot } from './root.mjs';
import { endAllShown, isClosing, runShown, startShown } from './run-shown.mjs';

/** Compilers that run side by side until one ends or the person stops them. */
const COMPILERS = [
  {
    name: 'tsc',
    argv: [
      fromRoot('node_modules', 'typescript', 'bin', 'tsc'),
      ...['-b', '-w', '--preserveWatchOutput', 'libs/media', 'libs/contract'],
    ],
  },
  {
    name: 'nest',
    argv: [
      fromRoot('node_modules', '@nestjs', 'cli', 'bin', 'nest.js'),
      ...['build', 'api', '--watch', '--preserveWatchOutput'],
    ],
  },
];

/** What both say each time everything is written. */
const WRITTEN = /Found 0 errors\. Watching/;

/**
 * Runs the compilers and, each time one has written its results, the server anew. Not `nest start
 * --watch`: it sees a library's source change and starts before the library is compiled, with the
 * old code. When a compiler ends, or on Ctrl-C, all end with everything they have started.
 * @throws {Fatal} when the libraries do not build
 */
export async function runDev() {
  process.chdir(ROOT);
  await ensureDependencies();
  await ensurePrograms(['run']);
  await buildLibraries();
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    process.once(signal, () => void endAllShown().finally(() => process.exit(code)));
  }
  const ended = await Promise.race(watchAndServe());
  if (isClosing()) {
    // Ctrl-C: its handler waits for the rest and exits.
    return;
  }
  console.log(SAY.ended(ended));
  await endAllShown();
  process.exit(1);
}

/** The api's first compilation and the server read the libraries' results. */
async function buildLibraries() {
  const built = await announce(
    SAY.building,
    () => npm(['run', 'build:libs']),
    ({ ok }) => (ok ? undefined : SAY.failed),
  );
  if (!built.ok) {
    throw new Fatal(built.output);
  }
}

/** @returns {Promise<string>[]} for each compiler, its name when it has ended */
function watchAndServe() {
  const env = { ...process.env, NODE_ENV: 'development' };
  const main = fromRoot('apps', 'api', 'dist', 'main.js');
  const flags = ['--enable-source-maps'];
  const serve = restarter(() =>
    startShown(process.execPath, [...flags, main], { name: 'api', env }),
  );
  const written = new Set();
  return COMPILERS.map(async ({ name, argv }) => {
    const onOutput = (text) => {
      if (WRITTEN.test(text)) {
        written.add(name);
        // Not before the api's own results are there.
        if (written.has('nest')) {
          serve();
        }
      }
    };
    await runShown(process.execPath, argv, { name, env, onOutput });
    return name;
  });
}
