import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';
import { LANGUAGES } from './src/i18n/languages.js';

type Chunks = Readonly<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

const ENTRY = fileURLToPath(new URL('src/entry-worker.ts', import.meta.url));

/**
 * The fallback page in every language, followed by the entries that it is built from. A page's
 * chunk is found through the table of pages, and its shell loads the menus and the footer later.
 */
const OFFLINE_PAGES = LANGUAGES.map((tag, at) => (at === 0 ? '/offline' : `/${tag}/offline`));
const SHELL = [
  'src/entry-client.tsx',
  'src/app/pages/other-pages.ts',
  'src/app/shell/header-menus.tsx',
  'src/app/shell/site-footer.tsx',
  'src/pages/offline/offline.page.tsx',
];

/**
 * The server fills this in (service-worker.controller.ts). The value changes with the build and the
 * domain.
 */
const REVISION = '__REVISION__';

/** The drawings that the offline page of a brand shows. */
const DRAWINGS =
  /^src\/theme\/illustrations\/([^/]+)\/(?:illustrations\.tsx|drawings\.svg|plates\/offline\.svg)$/;

interface Precached {
  readonly url: string;
  /** Null for files whose names contain their hashes. */
  readonly revision: string | null;
  /** The brand whose worker keeps the file; undefined for all of them. */
  readonly brand?: string;
}

/** Returns the files of these entries of Vite's manifest, and of all that they import. */
function filesOf(chunks: Chunks, entries: readonly string[]): readonly string[] {
  const reached = new Set<string>();
  const visit = (key: string): void => {
    const chunk = chunks[key];
    if (chunk !== undefined && !reached.has(chunk.file)) {
      [chunk.file, ...(chunk.css ?? [])].forEach((file) => reached.add(file));
      chunk.imports?.forEach(visit);
    }
  };
  entries.forEach(visit);
  return [...reached];
}

/** Lists the files that the offline pages need to hydrate, from Vite's manifest. */
async function shellFiles(dir: string): Promise<readonly Precached[]> {
  const manifest = await readFile(join(dir, '.vite', 'manifest.json'), 'utf8');
  const chunks = JSON.parse(manifest) as Chunks;
  const ofAll = filesOf(chunks, SHELL);
  const drawn = Object.keys(chunks).flatMap((key) => {
    const [, brand] = DRAWINGS.exec(key) ?? [];
    const files = brand === undefined ? [] : filesOf(chunks, [key]);
    return files
      .filter((url) => !ofAll.includes(url))
      .map((url) => ({ url, revision: null, ...(brand !== undefined && { brand }) }));
  });
  return [...ofAll.map((url) => ({ url, revision: null })), ...drawn];
}

/**
 * Bundles the service worker (src/entry-worker.ts) into `sw.js`, a single file, because the content
 * security policy does not let it import another. It gets the list of what it caches.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'dipper:service-worker',
    apply: 'build',
    async writeBundle({ dir = 'dist/client' }) {
      const precached: readonly Precached[] = [
        ...(await shellFiles(dir)),
        ...OFFLINE_PAGES.map((url) => ({ url, revision: REVISION })),
      ];
      const bundle = await rolldown({
        input: ENTRY,
        tsconfig: false,
        transform: {
          define: {
            __PRECACHED__: JSON.stringify(precached),
            'process.env.NODE_ENV': '"production"',
          },
        },
        // Without this error, a missing package would not be noticed until a visitor's browser needs it.
        onLog(_, { code, message }) {
          throw new Error(`${code}: ${message}`);
        },
      });
      await bundle.write({ file: join(dir, 'sw.js'), format: 'iife', minify: true });
      await bundle.close();
    },
  };
}
