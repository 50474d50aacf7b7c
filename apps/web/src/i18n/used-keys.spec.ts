import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishFiles } from '../testing/english-files.js';
import { leaves } from '../testing/language-gaps.js';

const SOURCES = join(__dirname, '..');

/**
 * Files whose keys are not in our code: the server's error codes, the names of pages, and a file that
 * is read as a whole.
 */
const NAMED_ELSEWHERE = ['errors.json', 'legal.json', 'llms.json'];

/** Our code, and the English texts that quote labels (`{{search:form.paste}}`). */
const CODE = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) || /^content\/en\/.*\.(?:json|mdx)$/.test(file))
  .filter((file) => !/\.spec\.|^testing\/|^i18n\/en\//.test(file))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  .join('\n');

const KEYS = CODE.matchAll(/(?:["'`=]|\{\{)(?:\w+:)?([\w.-]+)(?=["'`\s>]|\}\})/g);
const NAMED = new Set([...KEYS].map(([, key]) => key));

/** Keys with a part that varies: `ways.${way}` becomes /^ways\.[^.]+$/. */
const FAMILIES = [...CODE.matchAll(/`([a-z]\w*\.[^`\s]*?\$\{[^`]+\}[\w.]*)`/g)].map(
  ([, template = '']) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[^.]+')}$`),
);

/** Families whose first part varies. */
const VARYING_FIRST = [
  // features/share/link-dialog.tsx
  /^(?:copy|qr)\.(?:heading|text)$/,
];

const sentenceOf = (key: string) =>
  key.replace(/(?:_ordinal)?_(?:zero|one|two|few|many|other)$/, '');

it('every text is used', async () => {
  const files = Object.entries(await englishFiles());
  const unused = files
    .filter(([file]) => !NAMED_ELSEWHERE.includes(file))
    .flatMap(([file, texts]) => leaves(texts).map(([key]) => ({ file, key })))
    .filter(({ key }) => ![key, sentenceOf(key)].some((it) => NAMED.has(it)))
    .filter(({ key }) => ![...FAMILIES, ...VARYING_FIRST].some((family) => family.test(key)));
  expect(unused.map(({ file, key }) => `${file} ${key}`)).toEqual([]);
});
