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
