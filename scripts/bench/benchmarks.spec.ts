import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

const NAMES = readdirSync(__dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => file.replace('.ts', ''));

it('every benchmark has a command, and every command a benchmark', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = Object.entries(scripts).filter(([name]) => name.startsWith('bench:'));
  expect(commands).toEqual(
    NAMES.map((name) => [`bench:${name}`, `exec node scripts/bench.mjs ${name}`]),
  );
});

it.each(NAMES)('CONTRIBUTING.md names %s', (name) => {
  expect(read('CONTRIBUTING.md')).toMatch(new RegExp(`bench:<name>.*\\b${name}\\b`));
});
