import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from './errors.js';
import { fill } from './fill.js';
import { MESSAGES, STATUS_MESSAGES } from './messages.js';

const root = join(__dirname, '../../../..');

/** The quoted sentences of specification §8. */
function sentencesOfSection8(): string[] {
  const text = readFileSync(join(__dirname, 'spec-section-8.txt'), 'utf8');
  return [...text.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '');
}

/** §8 writes places as (status) or {status}; the catalogue writes {{status}}. */
function sameWords(sentence: string): string {
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

describe('the catalogue', () => {
  it.each(sentencesOfSection8())('has the sentence of §8: %s', (sentence) => {
    expect(catalogue.map(sameWords)).toContain(sameWords(sentence));
  });

  it('writes every sentence down once', () => {
    const written = ['errors.ts', 'messages.ts'].flatMap((file) => {
      const source = readFileSync(join(__dirname, file), 'utf8');
      return [...source.matchAll(/'((?:[^'\\\n]){16,})'/g)].map((match) => match[1]);
    });
    expect(written.filter((sentence, at) => written.indexOf(sentence) !== at)).toEqual([]);
  });

  it('is the only place of its sentences', () => {
    const long = catalogue.filter((sentence) => sentence.length > 15);
    const elsewhere = sourceFiles(join(root, 'apps')).flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      return long.filter((sentence) => source.includes(sentence)).map((s) => `${file}: ${s}`);
    });
    expect(elsewhere).toEqual([]);
  });

  it('is listed, code by code, in docs/errors.md', () => {
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
  ])('%s', (template, values, expected) => {
    expect(fill(template, values)).toBe(expected);
  });
});
