/** `npm run docs:openapi` writes docs/openapi.json, the description of the HTTP API. */
import { requireNode } from './setup/node-version.mjs';

requireNode();
await main();

async function main() {
  // Imported here because the other modules may not parse on an outdated Node.
  const { writeFile } = await import('node:fs/promises');
  const { prepare } = await import('./setup/prepare.mjs');
  const { fromRoot } = await import('./setup/repository.mjs');
  const { runMain } = await import('./setup/terminal.mjs');

  await runMain(async () => {
    await prepare(['run']);
    const built = fromRoot('apps', 'api', 'dist', 'openapi', 'document.js');
    const { openApiDocument } = await import(built);
    const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
    await writeFile(fromRoot('docs', 'openapi.json'), text);
  });
}
