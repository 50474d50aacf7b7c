import { readdirSync, readFileSync } from 'node:fs';
import { apiRoot } from '../process/api-root.js';
import { withSourcePositions } from './source-positions.js';

const BUNDLE = new URL('dist/bundle/', apiRoot);

/** Finds text in the bundled server. Returns its position in the form that stack traces use. */
function bundledPosition(text: string): string {
  for (const name of readdirSync(BUNDLE).filter((file) => file.endsWith('.js'))) {
    const lines = readFileSync(new URL(name, BUNDLE), 'utf8').split('\n');
    const line = lines.findIndex((candidate) => candidate.includes(text));
    if (line !== -1) {
      return `${new URL(name, BUNDLE).href}:${line + 1}:${(lines[line] ?? '').indexOf(text) + 1}`;
    }
  }
  throw new Error(`The bundle does not contain ${text}`);
}

it('names the source file and line of a function of the bundled server', () => {
  const source = readFileSync(new URL('src/infra/log/source-positions.ts', apiRoot), 'utf8');
  const line = 1 + source.split('\n').findIndex((text) => text.includes('function mapOf('));
  expect(withSourcePositions(`    at mapOf (${bundledPosition('function mapOf(')})`)).toMatch(
    new RegExp(`at mapOf \\(apps/api/src/infra/log/source-positions\\.ts:${line}:\\d+\\)`),
  );
});

it('leaves positions outside the bundled server unchanged', () => {
  const elsewhere = 'at x (file:///somewhere/else.js:1:2)';
  expect(withSourcePositions(elsewhere)).toBe(elsewhere);
});
