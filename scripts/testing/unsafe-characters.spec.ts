import { pathsIn, read } from './source-files.js';

const SETS = 'libs/media/src/text/unsafe-characters.ts';

/** A class of control, surrogate or format characters, or a range of those that are not drawn. */
const OWN_SET = /\\[pP]\{C[csf]\}|\\u(?:20[0-6][0-9A-F])-/i;

it(`only ${SETS} says which characters are unsafe`, () => {
  const sources = pathsIn('apps', 'libs').filter(
    (path) => /\.[jt]sx?$/.test(path) && !/\/testing\/|\.spec\.tsx?$/.test(path),
  );
  expect(sources.filter((path) => OWN_SET.test(read(path)))).toEqual([SETS]);
});
