import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** The last column of the tables in docs/preview-states.md: `file: title`. */
function reached(): [state: string, file: string, title: string][] {
  const text = readFileSync(join(ROOT, 'docs/preview-states.md'), 'utf8');
  return [...text.matchAll(/^\| (.+?) +\|.*\| ([\w-]+): (.+?) +\|$/gm)].map(
    ([, state = '', file = '', title = '']) => [state, file, title],
  );
}

it('reads the states from the tables of docs/preview-states.md', () => {
  const states = reached().map(([state]) => state);
  expect(states.length).toBeGreaterThan(40);
  expect(new Set(states).size).toBe(states.length);
});

it('finds a test in test/e2e for every state', () => {
  const missing = reached().filter(([, file, title]) => {
    const spec = join(ROOT, 'test/e2e', `${file}.spec.ts`);
    return !existsSync(spec) || !readFileSync(spec, 'utf8').includes(`'${title}'`);
  });
  expect(missing).toEqual([]);
});
