import { existsSync } from 'node:fs';
import { fromRoot } from '../setup/repository.mjs';
import { read } from './source-files.js';

/**
 * Parses the tables of docs/preview-states.md. Their last column is `file: title`. A file with a
 * path is in apps/web, or begins with `libs/`.
 */
function reached(): [state: string, file: string, title: string][] {
  return [
    ...read('docs/preview-states.md').matchAll(/^\| (.+?) +\|.*\| ([\w/-]+): (.+?) +\|$/gm),
  ].map(([, state = '', file = '', title = '']) => [state, file, title]);
}

it('reads the states from the tables of docs/preview-states.md', () => {
  const states = reached().map(([state]) => state);
  expect(states.length).toBeGreaterThan(40);
  expect(new Set(states).size).toBe(states.length);
});

const specsNamed = (file: string): string[] =>
  file.includes('/')
    ? ['.spec.ts', '.spec.tsx'].map(
        (ending) => (file.startsWith('libs/') ? '' : 'apps/web/src/') + file + ending,
      )
    : [`test/e2e/${file}.spec.ts`];

it('finds a test for every state', () => {
  const missing = reached().filter(([, file, title]) => {
    const spec = specsNamed(file).find((path) => existsSync(fromRoot(path)));
    return spec === undefined || !read(spec).includes(`'${title}'`);
  });
  expect(missing).toEqual([]);
});
