import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(__dirname, '..');

/**
 * Utilities and properties that refer to a physical side, which is wrong in right-to-left
 * languages.
 */
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

const found = (source: string) => PHYSICAL.flatMap((pattern) => pattern.exec(source)?.[0] ?? []);

describe('components and styles', () => {
  it('use logical sides only', () => {
    const paths = files(SOURCE);
    const wrong = paths.flatMap((path) =>
      found(readFileSync(path, 'utf8')).map((side) => `${path.slice(SOURCE.length + 1)}: ${side}`),
    );
    expect(paths.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it.each([
    '"ml-2"',
    '"p-1 pr-4"',
    '"sm:left-0"',
    '"text-right"',
    '"rounded-l-lg"',
    'margin-left: 1px',
  ])('would be reported if they contained %s', (source) => {
    expect(found(source)).not.toEqual([]);
  });
});
