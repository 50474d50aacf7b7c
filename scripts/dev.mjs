/**
 * `npm run dev` serves everything on one origin with live reload. TypeScript compiles each change,
 * Node restarts the server when its compiled files change, and the Vite middleware in the server
 * serves the pages.
 */
import { requireNode } from './setup/node-version.mjs';

requireNode();
void main();

async function main() {
  // Imported here because the other modules may not parse on an outdated Node.
  const { endWithNpm, exitOnSignals } = await import('./setup/end-with-npm.mjs');
  const { prepare } = await import('./setup/prepare.mjs');
  const { runMain } = await import('./setup/terminal.mjs');
  const { SAY } = await import('./messages.mjs');

  endWithNpm();
  const untilPrepared = exitOnSignals();
  await runMain(() => prepare(['run'], { build: false }));

  const { compile, compilerArgv, LIBRARIES, removeCompiled } = await import('./setup/build.mjs');
  const { endGroups, startGroup } = await import('./setup/run.mjs');
  const projects = [...LIBRARIES, 'apps/api/tsconfig.build.json'];
  await runMain(() => removeCompiled().then(() => compile(...projects)));
  untilPrepared();

  const commands = {
    tsc: [...compilerArgv(projects), '--watch', '--preserveWatchOutput'],
    // Plain `--watch` would also watch Vite's own files.
    node: [
      ...['apps/api/dist', 'libs/media/dist', 'libs/contract/dist', 'libs/site/dist'].map(
        (it) => `--watch-path=${it}`,
      ),
      ...['--watch-preserve-output', '--enable-source-maps', 'apps/api/dist/main.js'],
    ],
  };
  const groups = Object.entries(commands).map(async ([name, argv]) => {
    const env = { ...process.env, NODE_ENV: 'development' };
    await startGroup(process.execPath, argv, env).ended;
    return name;
  });
  exitOnSignals(() => endGroups());
  console.log(SAY.ended(await Promise.race(groups)));
  await endGroups();
  process.exit(1);
}
