import { API, ERRORS } from '@dipper/contract';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docsPage } from './docs-page.js';
import { DOCS_STYLE } from './docs-style.js';
import { OPERATIONS, openApiDocument } from './document.js';
import { OpenApiController } from './openapi.controller.js';

const document = openApiDocument();

/** Every value of a key, anywhere in the document. */
function valuesOf(key: string, value: unknown = document): unknown[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...valuesOf(key, inner),
  ]);
}

it('equals docs/openapi.json, which `npm run docs:openapi` writes', () => {
  const written = readFileSync(join(__dirname, '../../../../docs/openapi.json'), 'utf8');
  expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(document)));
});

it('defines every schema that it refers to, and refers to every schema that it defines', () => {
  const refs = new Set(valuesOf('$ref') as string[]);
  const defined = Object.keys(document.components.schemas);
  expect([...refs].sort()).toEqual(defined.map((name) => `#/components/schemas/${name}`).sort());
});

it('gives every operation its own id', () => {
  const ids = OPERATIONS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('lets replies gain fields, and promises the fields that the server always sends', () => {
  const { Item, Error: error } = document.components.schemas;
  expect(Item).not.toHaveProperty('additionalProperties');
  expect(Item?.['required']).toEqual(expect.arrayContaining(['title', 'formats', 'subtitles']));
  expect(valuesOf('default', Item)).toEqual([]);
  expect(error?.['properties']).toHaveProperty('code.enum', Object.keys(ERRORS));
});

it('describes the fields that a request may leave out', () => {
  const parameters = document.paths[API.history]?.['get']?.['parameters'];
  expect(parameters).toContainEqual({
    ...{ name: 'order', in: 'query', required: false },
    schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  });
});

it('lists the errors of an endpoint by status, with their sentences', () => {
  const responses = document.paths[API.startMerge]?.['get']?.['responses'] as Record<
    string,
    { description: string }
  >;
  expect(responses['404']?.description).toBe(`- \`TASK_UNKNOWN\`: ${ERRORS.TASK_UNKNOWN.message}`);
  expect(responses['429']?.description).toContain('`TOO_MANY_WAITING`');
  expect(responses['429']?.description).toContain('`RATE_LIMITED`');
});

describe('the page', () => {
  const page = docsPage(document);

  it('has a section for every operation and every schema, and a target for every link', () => {
    const ids = [...page.matchAll(/ id="(\w+)"/g)].map(([, id]) => id);
    const names = [...OPERATIONS.map(({ id }) => id), ...Object.keys(document.components.schemas)];
    expect(ids.sort()).toEqual(names.sort());
    const links = [...page.matchAll(/ href="#(\w+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('explains each header, and states which token a request may have', () => {
    const [, section = ''] = page.split('id="startTaskByPost"');
    const [operation = ''] = section.split('</details>');
    expect(operation).toContain('Any text that is unique to the operation');
    expect(operation.replace(/<[^>]*>/g, '')).toContain(
      'Bearer token (optional): accessToken or apiKey with the scope make',
    );
    expect(page).toContain('<p>Bearer token: refreshToken</p>');
    expect(page).toContain('<code>webhook-signature</code>');
  });

  it.each([
    ['', 'light'],
    ['a=b; theme=dark', 'dark'],
    ['theme=light', 'light'],
    ['theme=auto', undefined],
    ['theme="><script>', 'light'],
  ])('has the theme that the visitor chose on the site: %j', (cookies, theme) => {
    const [, shown] = /<html lang="en" (?:data-theme="(\w+)")?>/.exec(
      new OpenApiController().docs(cookies),
    ) ?? [null, 'no element'];
    expect(shown).toBe(theme);
    expect(DOCS_STYLE).toContain(':root[data-theme=dark] { color-scheme: dark; }');
  });

  it('shows markup in text as text', () => {
    const title = '<script>alert("1")</script>';
    const shown = docsPage({ ...document, info: { ...document.info, title, description: title } });
    expect(shown).not.toContain('<script');
    expect(shown).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
  });

  it('has one inline style, which the content policy allows by its hash, and no scripts', () => {
    const styles = [...page.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style = '']) => style);
    expect(styles).toEqual([DOCS_STYLE]);
    const hash = createHash('sha256').update(DOCS_STYLE).digest('base64');
    const headers = Reflect.getMetadata(
      '__headers__',
      Object.getOwnPropertyDescriptor(OpenApiController.prototype, 'docs')?.value as object,
    ) as { name: string; value: string }[];
    expect(headers.find(({ name }) => name === 'Content-Security-Policy')?.value).toContain(
      `style-src 'sha256-${hash}';`,
    );
    expect(page).not.toMatch(/<script|\bon\w+=|\bstyle="/);
  });
});
