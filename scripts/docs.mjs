/**
 * `npm run docs:configuration` and `npm run docs:openapi` write docs/configuration.md, from the schema
 * of the environment variables, and docs/openapi.json, the description of the HTTP API.
 */
import { writeFile } from 'node:fs/promises';
import { prepare } from './setup/prepare.mjs';
import { fromRoot } from './setup/repository.mjs';
import { runMain } from './setup/terminal.mjs';

await runMain(async () => {
  await prepare([]);
  const page = process.argv[2] ?? '';
  const load = (/** @type {string} */ path) => import(fromRoot('apps', 'api', 'dist', path));
  const text =
    page === 'openapi.json'
      ? JSON.stringify((await load('openapi/document.js')).openApiDocument(), null, 2)
      : (await load('infra/env/configuration-page.js')).configurationPage();
  const { format } = await import('oxfmt');
  await writeFile(fromRoot('docs', page), (await format(page, text)).code);
});
