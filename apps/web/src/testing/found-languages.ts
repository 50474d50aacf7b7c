import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../i18n');

/** Matches folders that hold a language (`de`, `zh-TW`), not `errors` beside them. */
const LANGUAGE_FOLDER = /^[a-z]{2,3}(-[A-Za-z]+)?$/;

const folders = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'en' && LANGUAGE_FOLDER.test(entry.name))
  .map(({ name }) => name);

/** Replaces `import.meta.glob` in Jest. */
export const FOUND: Readonly<Record<string, () => Promise<object>>> = Object.fromEntries(
  folders.flatMap((language) =>
    readdirSync(join(FOLDER, language)).map((file) => {
      const read = () =>
        Promise.resolve(JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')) as object);
      return [`./${language}/${file}`, read];
    }),
  ),
);
