/**
 * `npm run gallery` serves every state of the site at http://localhost:3100/gallery, from the
 * sources and without a server. `-- --screenshots` takes screenshots of all states and exits. `--only
 * wait-*` limits it to some states, and `--out FOLDER` sets the folder for the screenshots.
 */
import { parseArgs } from 'node:util';
import { requireNode } from './setup/node-version.mjs';

requireNode();
await main();

async function main() {
  // Imported here because the other modules may not parse on an outdated Node.
  const { endWithNpm, exitOnSignals } = await import('./setup/end-with-npm.mjs');
  const { fromRoot } = await import('./setup/repository.mjs');
  const { announce, Fatal, runMain } = await import('./setup/terminal.mjs');
  const { SAY } = await import('./messages.mjs');

  const { values } = parseArgs({
    options: {
      screenshots: { type: 'boolean', default: false },
      only: { type: 'string', default: '*' },
      out: { type: 'string', default: fromRoot('.dipper', 'gallery', 'screenshots') },
      port: { type: 'string', default: '3100' },
    },
  });
  endWithNpm();
  exitOnSignals();
  await runMain(async () => {
    const { ensureDependencies } = await import('./setup/dependencies.mjs');
    await ensureDependencies();
    // Vite's configuration reads the list of languages from a library.
    const { runQuiet } = await import('./setup/run.mjs');
    const tsc = fromRoot('node_modules/typescript-7/bin/tsc');
    const libraries = ['media', 'contract', 'client', 'site'].map((name) =>
      fromRoot('libs', name, 'tsconfig.build.json'),
    );
    const build = () => runQuiet(process.execPath, [tsc, '-b', ...libraries]);
    const { ok, output } = await announce(SAY.building, build);
    if (!ok) {
      throw new Fatal(output);
    }
    const { serveGallery } = await import('./gallery/serve.mjs');
    const server = await serveGallery(values.screenshots ? 0 : Number(values.port));
    if (!values.screenshots) {
      console.log(SAY.galleryServed(`${server.url}/gallery`));
      return;
    }
    const { takeScreenshots } = await import('./gallery/screenshots.mjs');
    const { only, out } = values;
    const { taken, failed } = await takeScreenshots({ ...server, only, out });
    await server.close();
    console.log(SAY.screenshotsTaken(taken, out));
    failed.forEach((line) => console.error(line));
    process.exit(failed.length === 0 ? 0 : 1);
  });
}
