import { defaultDomainConfig } from '@dipper/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');
const text = readFileSync(join(ROOT, 'docs/domain-configuration.md'), 'utf8');

const named = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map((cells) => ({ keys: named(cells[1] ?? ''), specs: named(cells[4] ?? '') }));

/** The keys of a configuration, as deep as the table in the docs lists them. */
function keysOf(value: object, at = ''): readonly string[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const path = `${at}${key}`;
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? [path, ...keysOf(inner, `${path}.`)]
      : [path];
  });
}

it('documents exactly the keys that exist', () => {
  const known = keysOf(defaultDomainConfig('dipper.example'));
  const written = rows.flatMap(({ keys }) => keys);
  const isLeaf = (key: string) => !known.some((it) => it.startsWith(`${key}.`));
  const covers = (key: string) => written.some((it) => key === it || key.startsWith(`${it}.`));
  expect(known.filter((key) => isLeaf(key) && !covers(key))).toEqual([]);
  expect(written.filter((key) => !known.includes(key))).toEqual([]);
});

it('refers to an existing test for the effect of each key', () => {
  const specs = ['apps/api/src', 'apps/web/src', 'libs', 'test/e2e', 'test/medium'].flatMap(
    (folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.spec\.tsx?$/.test(name) && !name.includes('node_modules'))
        .map((name) => name.replace(/^.*\//, '').replace(/(?:\.dom)?\.spec\.tsx?$/, '')),
  );
  for (const { keys, specs: tests } of rows) {
    expect([keys, tests.length > 0]).toEqual([keys, true]);
    expect([keys, tests.filter((test) => !specs.includes(test))]).toEqual([keys, []]);
  }
});
