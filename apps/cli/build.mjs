/**
 * `npm run build:cli` bundles the command line and its packages into `dist`, so that it starts
 * quickly and needs nothing else at run time.
 */
import { rolldown } from 'rolldown';
import { fromRoot, ROOT } from '../../scripts/setup/repository.mjs';

const bundle = await rolldown({
  cwd: ROOT,
  platform: 'node',
  input: { main: fromRoot('apps', 'cli', 'src', 'main.ts') },
  // These optional parts of `ws` are not installed.
  external: ['bufferutil', 'utf-8-validate'],
  resolve: { conditionNames: ['source', 'node', 'import', 'default'] },
  tsconfig: false,
  // Without this error, a missing package would not be noticed until the command needs it.
  onLog(_, { code, message }) {
    throw new Error(`${code}: ${message}`);
  },
});
await bundle.write({ dir: fromRoot('apps', 'cli', 'dist'), format: 'esm', comments: false });
await bundle.close();
