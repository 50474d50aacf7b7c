import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const pages = readdirSync(join(ROOT, 'docs')).filter((file) => file.endsWith('.md'));
/** Blocks whose first line names the file that they show. Other specs run these files. */
const examples = pages.flatMap((page) =>
  [
    ...readFileSync(join(ROOT, 'docs', page), 'utf8').matchAll(
      /^```ts\n\/\/ (test\/\S+)\n([\s\S]*?)^```$/gm,
    ),
  ].map(([, file = '', code = '']) => ({ page, file, code })),
);

it.each(examples)('$page shows $file unchanged', ({ file, code }) => {
  expect(code).toBe(readFileSync(join(ROOT, file), 'utf8'));
});

it('the page for developers shows test/client/quick-start.ts unchanged', () => {
  const page = readFileSync(join(ROOT, 'apps/web/src/content/en/developers.mdx'), 'utf8');
  const [shown] = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  expect(shown).toBe(readFileSync(join(ROOT, 'test/client/quick-start.ts'), 'utf8'));
});

it('docs/extending.md shows a module, a key and a webhook receiver, and docs/client.md shows a client', () => {
  expect(examples.map(({ page, file }) => `${page} ${file}`)).toEqual([
    'client.md test/client/save-link.ts',
    'extending.md test/extending/main.ts',
    'extending.md test/extending/memo.module.ts',
    'extending.md test/extending/memo.extractor.ts',
    'extending.md test/client/account-key.ts',
    'extending.md test/client/webhook-receiver.ts',
  ]);
});
