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

it('finds the states in their tables', () => {
  const states = reached().map(([state]) => state);
  expect(states.length).toBeGreaterThan(40);
  expect(new Set(states).size).toBe(states.length);
});

it.each(reached())('%s is reached by a test that is there', (_, file, title) => {
  const spec = join(ROOT, 'test/e2e', `${file}.spec.ts`);
  expect(existsSync(spec)).toBe(true);
  expect(readFileSync(spec, 'utf8')).toContain(`'${title}'`);
});
