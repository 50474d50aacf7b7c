import { readFileSync } from 'node:fs';

/** The version of this package. Its package.json is beside `src` and `dist`. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  }
).version;
