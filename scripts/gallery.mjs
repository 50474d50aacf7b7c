/**
 * `npm run gallery` serves every state of the site at http://localhost:3100/gallery, from the
 * sources and without a server. `-- --screenshots` takes screenshots of all states and exits. `--only
 * wait-*` limits it to some states, and `--out FOLDER` sets the folder for the screenshots.
 */
import { parseArgs } from 'node:util';
import { SAY } from './messages.mjs';
import { ensureDependencies } from './setup/dependencies.mjs';
import { endWithNpm, exitOnSignals } from './setup/end-with-npm.mjs';
import { fromRoot } from './setup/repository.mjs';
import { runMain } from './setup/terminal.mjs';

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
  await ensureDependencies();
  // Vite's configuration reads the list of languages from a library. Imported here because these
  // modules need packages.
  const { compile, LIBRARIES } = await import('./setup/build.mjs');
  await compile(...LIBRARIES);
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
