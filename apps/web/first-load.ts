import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type ModuleInfo = (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds'> | null;

const ENTRY = 'src/entry-client.tsx';
/** The pages on which visitors submit links and therefore need the form and the results early. */
const WITH_SEARCH = ['src/pages/home/home.page.tsx', 'src/pages/landing/landing.page.tsx'];
/** This page shows the form but no results. */
const WITH_FORM = 'src/pages/preview/preview.page.tsx';
/**
 * These pages have neither. Nearly every page needs the modules that they share with the pages
 * above.
 */
const PLAIN = ['src/pages/document/document.page.tsx', 'src/pages/post/post.page.tsx'];

/**
 * The indexes of these libraries import much that no page needs at first, such as schemas, so the
 * bundler decides.
 */
const LARGE_LIBRARY = /[\\/]libs[\\/](?:contract|media)[\\/]/;

/** Returns a module and its static imports, including indirect ones. */
function loadedWith(id: string, infoOf: ModuleInfo, found = new Set<string>()): Set<string> {
  const info = infoOf(id);
  if (info !== null && !found.has(id) && !LARGE_LIBRARY.test(id)) {
    found.add(id);
    info.importedIds.forEach((imported) => loadedWith(imported, infoOf, found));
  }
  return found;
}

/**
 * Groups the modules of the first load into three files: `base` for every page, `form` and
 * `search`. By itself, the bundler emits one file for each set of pages that share something. That
 * makes twenty files at the start, most of them too small to compress well (3 KB more in all).
 */
export function firstLoad(): Rolldown.CodeSplittingOptions {
  const known = new Map<string, Set<string>>();
  const isWith = (page: string, id: string, infoOf: ModuleInfo) => {
    const modules =
      known.get(page) ?? loadedWith(fileURLToPath(new URL(page, import.meta.url)), infoOf);
    known.set(page, modules);
    return modules.has(id);
  };
  return {
    // For everything else, the bundler knows better which pages need it.
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'first load',
        name: (id, context) => {
          const isOf = (page: string) => isWith(page, id, (of) => context.getModuleInfo(of));
          if (isOf(ENTRY)) {
            return 'base';
          }
          if (!WITH_SEARCH.every(isOf)) {
            return null;
          }
          if (PLAIN.some(isOf)) {
            return 'base';
          }
          return isOf(WITH_FORM) ? 'form' : 'search';
        },
      },
    ],
  };
}
