/**
 * `npm run docs:configuration` writes docs/configuration.md from the schema of the environment
 * variables.
 */
import { requireNode } from './setup/node-version.mjs';

requireNode();
await main();

async function main() {
  // Imported here because the other modules may not parse on an outdated Node.
  const { writeFile } = await import('node:fs/promises');
  const { execa } = await import('execa');
  const { prepare } = await import('./setup/prepare.mjs');
  const { fromRoot, ROOT } = await import('./setup/repository.mjs');
  const { runMain } = await import('./setup/terminal.mjs');

  await runMain(async () => {
    await prepare([]);
    const built = fromRoot('apps', 'api', 'dist', 'infra', 'env', 'configuration-page.js');
    const { configurationPage } = await import(built);
    const page = fromRoot('docs', 'configuration.md');
    await writeFile(page, configurationPage());
    await execa('oxfmt', ['--write', page], { cwd: ROOT, preferLocal: true });
  });
}
