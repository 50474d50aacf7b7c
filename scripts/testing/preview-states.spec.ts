import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/**
 * Parses the tables of docs/preview-states.md. Their last column is `file: title`. A file with a
 * path is in apps/web, or begins with `libs/`.
 */
function reached(): [state: string, file: string, title: string][] {
  const text = readFileSync(join(ROOT, 'docs/preview-states.md'), 'utf8');
  return [...text.matchAll(/^\| (.+?) +\|.*\| ([\w/-]+): (.+?) +\|$/gm)].map(
    ([, state = '', file = '', title = '']) => [state, file, title],
  );
}

it('reads the states from the tables of docs/preview-states.md', () => {
  const states = reached().map(([state]) => state);
  expect(states.length).toBeGreaterThan(40);
  expect(new Set(states).size).toBe(states.length);
});

const specsNamed = (file: string): string[] =>
  file.includes('/')
    ? ['.spec.ts', '.spec.tsx'].map((ending) =>
        join(ROOT, file.startsWith('libs/') ? '' : 'apps/web/src', file + ending),
      )
    : [join(ROOT, 'test/e2e', `${file}.spec.ts`)];

it('finds a test for every state', () => {
  const missing = reached().filter(([, file, title]) => {
    const spec = specsNamed(file).find((path) => existsSync(path));
    return spec === undefined || !readFileSync(spec, 'utf8').includes(`'${title}'`);
  });
  expect(missing).toEqual([]);
});
