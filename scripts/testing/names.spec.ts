import { pathsIn, read } from './source-files.js';

const EXPORTED =
  /^export (?:abstract |async )*(?:class|const|function\*?|interface|let|type) ([\w$]+)/gm;

it.each(['apps/api/src', 'libs'])('exports each name of %s in one file only', (root) => {
  const places = new Map<string, Set<string>>();
  for (const path of pathsIn(root)) {
    if (path.endsWith('.ts') && !/\.(?:spec|d)\.ts$|\/testing\//.test(path)) {
      for (const [, name = ''] of read(path).matchAll(EXPORTED)) {
        places.set(name, (places.get(name) ?? new Set()).add(path));
      }
    }
  }
  const twice = [...places].filter(([, found]) => found.size > 1);
  expect(twice.map(([name, found]) => `${name}: ${[...found].join(', ')}`)).toEqual([]);
  expect(places.size).toBeGreaterThan(100);
});
