import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(__dirname, '..');

/** Utilities and properties that name a physical side, which is the wrong one from right to left. */
const PHYSICAL = [
  /["'`\s:!-](?:m|p|scroll-m|scroll-p)[lr]-[\w[.]/,
  /["'`\s:!-](?:left|right)-(?:\d|\[|auto|full|px)/,
  /["'`\s:](?:text|float|clear)-(?:left|right)\b/,
  /["'`\s:](?:rounded|border)-(?:l|r|tl|tr|bl|br)(?:-|\b)/,
  /(?:margin|padding|border)-(?:left|right)\s*:/,
  /^\s*(?:left|right)\s*:/m,
];

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return files(path);
    }
    return /\.(tsx|css)$/.test(entry.name) && !/\.spec\./.test(entry.name) ? [path] : [];
  });
}

describe('the pages in a language from right to left', () => {
  it.each(files(SOURCE).map((path) => path.slice(SOURCE.length + 1)))(
    '%s names no physical side',
    (file) => {
      const source = readFileSync(join(SOURCE, file), 'utf8');
      expect(PHYSICAL.flatMap((pattern) => pattern.exec(source)?.[0] ?? [])).toEqual([]);
    },
  );

  it.each([
    '"ml-2"',
    '"p-1 pr-4"',
    '"sm:left-0"',
    '"text-right"',
    '"rounded-l-lg"',
    'margin-left: 1px',
  ])('would notice %s', (source) => {
    expect(PHYSICAL.some((pattern) => pattern.test(source))).toBe(true);
  });
});
