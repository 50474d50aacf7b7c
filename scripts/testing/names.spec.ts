import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const EXPORTED =
  /^export (?:abstract |async )*(?:class|const|function\*?|interface|let|type) ([\w$]+)/gm;

function exportedNames(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(EXPORTED)].map(([, name = '']) => name);
}

it.each(['apps/api/src', 'libs'])('exports each name of %s in one file only', (root) => {
  const files = readdirSync(join(ROOT, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(?:spec|d)\.ts$/.test(path))
    .filter((path) => !/(?:^|\/)(?:testing|node_modules|dist)\//.test(path));
  const places = new Map<string, Set<string>>();
  for (const file of files) {
    for (const name of exportedNames(join(ROOT, root, file))) {
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }
  const twice = [...places].filter(([, found]) => found.size > 1);
  expect(twice.map(([name, found]) => `${name}: ${[...found].join(', ')}`)).toEqual([]);
  expect(places.size).toBeGreaterThan(100);
});
