import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(__dirname, '..');

/**
 * Returns the texts in a folder by their path in it, as `import.meta.glob` does in a build; none if
 * there is no such folder.
 * @param folder the path of the folder, relative to apps/web/src
 */
export function filesIn(folder: string): Readonly<Record<string, () => Promise<object>>> {
  const at = join(SOURCES, folder);
  const files = existsSync(at) ? readdirSync(at, { recursive: true, encoding: 'utf8' }) : [];
  return Object.fromEntries(
    files
      .filter((file) => /\.(json|mdx)$/.test(file))
      .map((file) => [`./${file}`, () => import(join(at, file)) as Promise<object>]),
  );
}

/** Returns the texts of the JSON files in a folder, without the wrapper of a module. */
export function textsIn(folder: string): Readonly<Record<string, () => Promise<object>>> {
  const read = (file: string) =>
    Promise.resolve(JSON.parse(readFileSync(join(SOURCES, folder, file), 'utf8')) as object);
  return Object.fromEntries(Object.keys(filesIn(folder)).map((file) => [file, () => read(file)]));
}
