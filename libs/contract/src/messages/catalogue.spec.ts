import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from './errors.js';
import { fill } from './fill.js';
import { MESSAGES, STATUS_MESSAGES } from './messages.js';

const root = join(__dirname, '../../../..');

/** The sentences that are quoted in §8 of the specification. */
function sentencesOfSection8(): string[] {
  const text = readFileSync(join(__dirname, 'spec-section-8.txt'), 'utf8');
  return [...text.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '');
}

/** Makes placeholders comparable: §8 writes (status) or {status}, and the catalog {{status}}. */
function normalized(sentence: string): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, '{$1}').replace(/\((\{status\}|status)\)/g, '(status)');
}

function leaves(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value as object).flatMap(leaves);
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return ['dist', 'node_modules'].includes(entry.name) ? [] : sourceFiles(path);
    }
    return /\.tsx?$/.test(entry.name) && !/\.spec\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const catalogue = [
  ...leaves(MESSAGES),
  ...leaves(STATUS_MESSAGES),
  ...Object.values(ERRORS).map((error) => error.message),
];

describe('the message catalog', () => {
  it('has every sentence of §8', () => {
    const specified = sentencesOfSection8();
    const known = new Set(catalogue.map(normalized));
    expect(specified.length).toBeGreaterThan(50);
    expect(specified.filter((sentence) => !known.has(normalized(sentence)))).toEqual([]);
  });

  it('contains no sentence twice', () => {
    const written = ['errors.ts', 'messages.ts'].flatMap((file) => {
      const source = readFileSync(join(__dirname, file), 'utf8');
      return [...source.matchAll(/'((?:[^'\\\n]){16,})'/g)].map((match) => match[1]);
    });
    expect(written.filter((sentence, at) => written.indexOf(sentence) !== at)).toEqual([]);
  });

  it('contains sentences that occur nowhere else under apps', () => {
    const long = catalogue.filter((sentence) => sentence.length > 15);
    const elsewhere = sourceFiles(join(root, 'apps')).flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      return long.filter((sentence) => source.includes(sentence)).map((s) => `${file}: ${s}`);
    });
    expect(elsewhere).toEqual([]);
  });

  it('has each of its codes in docs/errors.md', () => {
    const documented = [
      ...readFileSync(join(root, 'docs/errors.md'), 'utf8').matchAll(
        /^\| `([A-Z_]+)`\s*\| (\d+)\s*\| (.*?)\s*\|$/gm,
      ),
    ].map((row) => [row[1], Number(row[2]), row[3]]);
    expect(documented).toEqual(
      Object.entries(ERRORS).map(([code, { status, message }]) => [code, status, message]),
    );
  });
});

describe('fill', () => {
  it.each([
    [
      'HTTP {{status}}: {{text}}',
      { status: 502, text: '$& {{status}}' },
      'HTTP 502: $& {{status}}',
    ],
    ['{{missing}} stays', {}, '{{missing}} stays'],
  ])('fills in %s', (template, values, expected) => {
    expect(fill(template, values)).toBe(expected);
  });
});
