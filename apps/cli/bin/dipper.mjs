#!/usr/bin/env node
/**
 * Runs the command line (docs/cli.md), after building it if necessary. The build prints to stderr,
 * because stdout may receive the downloaded file.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requireNode } from '../../../scripts/setup/node-version.mjs';

requireNode();
await main();

async function main() {
  const built = new URL('../dist/main.js', import.meta.url);
  if (!existsSync(fileURLToPath(built))) {
    const { spawnSync } = await import('node:child_process');
    const script = fileURLToPath(new URL('prepare.mjs', import.meta.url));
    const { status } = spawnSync(process.execPath, [script], { stdio: ['ignore', 2, 2] });
    if (status !== 0) {
      process.exit(status ?? 1);
    }
  }
  await import(built.href);
}
