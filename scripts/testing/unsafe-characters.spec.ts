import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const SETS = 'libs/media/src/text/unsafe-characters.ts';

/** A class of control, surrogate or format characters, or a range of those that are not drawn. */
const OWN_SET = /\\[pP]\{C[csf]\}|\\u(?:20[0-6][0-9A-F])-/i;

const sources = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.[jt]sx?$/.test(path))
    .filter((path) => !/\/(?:node_modules|dist|testing)\/|\.spec\.tsx?$/.test(path)),
);

it(`only ${SETS} says which characters are unsafe`, () => {
  const found = sources.filter((path) => OWN_SET.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(found).toEqual([SETS]);
});
