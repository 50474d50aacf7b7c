import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../', import.meta.url));
const SHEET = 'theme/later.css';

const files = new Map(
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.|testing\//.test(path))
    .map((path) => [path, readFileSync(join(SOURCES, path), 'utf8')]),
);
/** Folders and files whose styles are not in the first sheet. */
const folders = [
  ...readFileSync(join(SOURCES, 'theme/app.css'), 'utf8').matchAll(/@source not '\.\.\/(.*)';/g),
].map(([, folder = '']) => folder);
const isLater = (path: string) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

function importsOf(path: string, pattern: RegExp): string[] {
  return [...(files.get(path) ?? '').matchAll(pattern)].flatMap(([, to = '']) => {
    const base = join(dirname(path), to);
    const found = ['.ts', '.tsx', ''].map((end) => base.replace(/\.js$/, '') + end);
    return found.find((file) => files.has(file) || file === SHEET) ?? [];
  });
}
const STATIC = /^(?:import|export)\s(?!type\b)(?:[^;]*?\sfrom\s)?'(\.[^']+)'/gm;
const DYNAMIC = /\bimport\(\s*'(\.[^']+)'/g;

/** Returns a module and everything that is loaded together with it. */
function loadedWith(path: string, found = new Set<string>()): Set<string> {
  if (!found.has(path)) {
    found.add(path);
    importsOf(path, STATIC).forEach((to) => loadedWith(to, found));
  }
  return found;
}

const parts = new Set(
  [...files.keys()]
    // Styles that these folders load themselves come after the first sheet.
    .filter((path) => !isLater(path))
    .flatMap((path) => importsOf(path, DYNAMIC)),
);

it('a later style sheet is loaded with every part that needs it', () => {
  expect(folders.length).toBeGreaterThan(5);
  const lacking = [...parts].filter((part) => {
    const modules = loadedWith(part);
    return !modules.has(SHEET) && [...modules].some((path) => isLater(path) && /x$/.test(path));
  });
  expect(parts.size).toBeGreaterThan(20);
  expect(lacking).toEqual([]);
});

it('a later style sheet is not part of the first load', () => {
  const first = ['entry-client.tsx', 'pages/home/home.page.tsx', 'pages/landing/landing.page.tsx'];
  const modules = first.flatMap((path) => [...loadedWith(path)]);
  expect(modules.length).toBeGreaterThan(50);
  expect(modules.filter((path) => path === SHEET || (isLater(path) && /x$/.test(path)))).toEqual(
    [],
  );
});
