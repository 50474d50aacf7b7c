import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { longFirst } from './long-first.mjs';

const ROOT = join(__dirname, '../..');
const spec = (project: string, path: string) => ({
  path: join('/repository', path),
  context: { config: { displayName: { name: project } } },
});

it('runs the longest specs first, and the others of each project together in their order', () => {
  const order = longFirst([
    spec('medium', 'test/medium/file.spec.ts'),
    spec('e2e', 'test/e2e/lists.spec.ts'),
    spec('medium', 'test/medium/crash.spec.ts'),
    spec('medium', 'test/medium/errors.spec.ts'),
    spec('services', 'test/medium/cluster.spec.ts'),
    spec('e2e', 'test/e2e/accounts.spec.ts'),
  ]);
  expect(order.map(({ path }) => path.replace('/repository/test/', ''))).toEqual([
    'medium/cluster.spec.ts',
    'medium/crash.spec.ts',
    'e2e/lists.spec.ts',
    'e2e/accounts.spec.ts',
    'medium/file.spec.ts',
    'medium/errors.spec.ts',
  ]);
});

it('names only specs that exist', () => {
  const text = readFileSync(join(__dirname, 'long-first.mjs'), 'utf8');
  const named = [...text.matchAll(/'([\w/.-]+\.spec\.tsx?)'/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
