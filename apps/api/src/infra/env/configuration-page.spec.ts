import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationPage } from './configuration-page.js';
import { envSchema } from './env.schema.js';

const ROOT = join(__dirname, '../../../../..');

/** Removes differences that come only from the formatting of tables and lines. */
const plain = (text: string): string => text.replace(/-{3,}/g, '---').replace(/\s+/g, ' ').trim();

it('docs/configuration.md matches the schema (npm run docs:configuration)', () => {
  const written = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8');
  expect(plain(written)).toBe(plain(configurationPage()));
});

it('the page has a row for every variable that the server reads', () => {
  const names = [...configurationPage().matchAll(/^\| `([A-Z\d_]+)` \|/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual(Object.keys(envSchema.shape).sort());
});

it.each([
  ['docker-compose.yml', /^ {2,6}([A-Z][A-Z\d_]+):(?: |$)/gm, ['POSTGRES_', 'BUCKET', 'MINIO_']],
  ['deploy/kubernetes/dipper.yaml', /- \{ name: ([A-Z\d_]+),/g, []],
])('%s sets only variables that the server reads', (file, pattern, ofOthers) => {
  const names = [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)]
    .map(([, name = '']) => name)
    .filter((name) => !ofOthers.some((prefix) => name.startsWith(prefix)));
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !Object.hasOwn(envSchema.shape, name))).toEqual([]);
});
