import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../content');

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^[^/]+\/.*\.(json|mdx)$/.test(file),
);

/** Replaces `import.meta.glob` in Jest. */
export const FOUND_CONTENT: Readonly<Record<string, () => Promise<object>>> = Object.fromEntries(
  files.map((file) => [`./${file}`, () => import(join(FOLDER, file)) as Promise<object>]),
);
