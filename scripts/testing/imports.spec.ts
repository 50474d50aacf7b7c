import { dirname, join } from 'node:path';
import { pathsIn, read } from './source-files.js';

/**
 * Checks across files that oxlint and dependency-cruiser don't offer. Reads imports with patterns
 * instead of a parser, so that all files take less than a second.
 */

/** Where each export must be imported by another file. */
const WITHOUT_IDLE_EXPORTS = [
  ...['apps/api/src', 'apps/cli/src', 'apps/web/src', 'apps/web/gallery'],
  ...['apps/extension/src', 'libs'],
];

/**
 * Sibling folders that import each other, and why they still do. Move what they share above or
 * below both, and remove the row. Don't add any.
 */
const CIRCLES: Readonly<Record<string, string>> = {
  'apps/api/src/infra: egress, sites': 'requests are routed by site, and a site names its proxies',
  'apps/api/src/infra: http, storage': 'a stored file is sent, and S3 needs its names and types',
  'apps/api/src/infra: limits, principal': "limits need the principal, who has a tier's limits",
  'apps/cli/src: arguments, choice': 'what the options say is what is chosen',
  'apps/web/src/app: account, shell':
    'the corner of the account is in the shell, and uses its menu',
  'apps/web/src/app: language-offer, shell': 'the bar is in the shell, and uses its addresses',
  'apps/web/src/features/preview: ended, file': 'both show what else there is',
  'apps/web/src/features/preview: ended, other-files': 'a list of files, or of their formats',
  'apps/web/src/features/preview: file, progress': 'one surface becomes the other',
  'apps/web/src/features/preview: play-while-made, player': 'playing goes on in the other player',
  'apps/web/src/features/search: form, result': 'one page of two halves',
  'apps/web/src/features/search: list, result': 'a list has a result for each entry',
  'libs/client/src: follow, tasks': 'following tells the news of a task',
  'libs/contract/src: http, messages': 'replies have codes, and the texts for codes read replies',
  'libs/media/src: links, platforms': "platforms are found by links, and links by platforms' rules",
};

interface Import {
  /** The file from which something is imported. */
  readonly target: string;
  /** Null if everything is imported: `* as`, `export *` or `import()`. */
  readonly names: readonly string[] | null;
}

const NAMED =
  /\b(?:import|export)\s+(?:type\s+)?(?:(\w+)\s*,?\s*)?(?:\{([^}]*)\}|(\*)[^'"]*)?\s*from\s+'([^']+)'/g;
/** All TypeScript files of a folder, which Vite imports. */
const GLOB = /import\.meta\.glob(?:<\w+>)?\('(\.[^'*]*)\/\*\.ts'\)/g;
const WHOLE = /\b(?:import|require|requireActual|mock|resolve)\(\s*(?:\/\*[^*]*\*\/\s*)?'([^']+)'/g;
const EXPORTED =
  /^export (?:async |abstract |declare )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

const isCode = (path: string) => /\.[cm]?[jt]sx?$/.test(path);
const isTest = (path: string) => /\.spec\.tsx?$|\/testing\//.test(path);

const files = new Map(
  pathsIn('apps', 'libs', 'scripts', 'test')
    .filter((path) => /\.(?:[cm]?[jt]sx?|mdx)$/.test(path))
    .map((path) => [path, read(path)]),
);

function fileOf(importer: string, name: string): string | null {
  const [, library, part = 'index'] = /^@dipper\/(\w+)(?:\/(\w+))?$/.exec(name) ?? [];
  if (library !== undefined) {
    return `libs/${library}/src/${part}.ts`;
  }
  const path = join(dirname(importer), name);
  const base = path.replace(/\.[cm]?jsx?$/, '');
  const found = [path, `${base}.ts`, `${base}.tsx`].find((one) => files.has(one));
  return name.startsWith('.') ? (found ?? null) : null;
}

const namesIn = (list = ''): string[] =>
  list
    .split(',')
    .map(
      (item) =>
        item
          .trim()
          .replace(/^type /, '')
          .split(/\s+as\s+/)[0] ?? '',
    )
    .filter((name) => name !== '');

function importsOf(path: string, text: string): Import[] {
  const found: [name: string, names: readonly string[] | null][] = [];
  for (const [, first, list, all, name = ''] of text.matchAll(NAMED)) {
    found.push([
      name,
      all === undefined ? [...namesIn(list), ...(first ? ['default'] : [])] : null,
    ]);
  }
  for (const [, name = ''] of text.matchAll(WHOLE)) {
    found.push([name, null]);
  }
  const globbed = [...text.matchAll(GLOB)].flatMap(([, folder = '']) => {
    const parent = join(dirname(path), folder);
    return [...files.keys()].filter((file) => dirname(file) === parent && file.endsWith('.ts'));
  });
  return [
    ...found.flatMap(([name, names]) => {
      const target = fileOf(path, name);
      return target === null ? [] : [{ target, names }];
    }),
    ...globbed.map((target) => ({ target, names: null })),
  ];
}

const imports = new Map([...files].map(([path, text]) => [path, importsOf(path, text)]));

it.each(WITHOUT_IDLE_EXPORTS)('each export of %s is imported by another file', (folder) => {
  const used = new Set<string>();
  for (const { target, names } of [...imports.values()].flat()) {
    (names ?? ['*']).forEach((name) => used.add(`${target} ${name}`));
  }
  const idle = [...files].flatMap(([path, text]) =>
    path.startsWith(`${folder}/`) && isCode(path) && !isTest(path) && !used.has(`${path} *`)
      ? [...text.matchAll(EXPORTED)].map(([, name]) => `${path} ${name}`)
      : [],
  );
  expect(idle.filter((one) => !used.has(one))).toEqual([]);
});

it('sibling folders do not import each other', () => {
  const edges = new Set<string>();
  for (const [path, found] of imports) {
    for (const { target } of found) {
      const [from, to] = [path.split('/'), target.split('/')];
      const fork = from.findIndex((part, at) => part !== to[at]);
      const isAmongFolders = fork > 1 && fork < Math.min(from.length, to.length) - 1;
      if (isAmongFolders && !isTest(path) && !isTest(target)) {
        edges.add(`${from.slice(0, fork).join('/')}: ${from[fork]}, ${to[fork]}`);
      }
    }
  }
  const circles = [...edges].filter((edge) => {
    const [, parent, one = '', other = ''] = /^(.+): (.+), (.+)$/.exec(edge) ?? [];
    return one < other && edges.has(`${parent}: ${other}, ${one}`);
  });
  expect(circles.filter((circle) => !(circle in CIRCLES))).toEqual([]);
});
