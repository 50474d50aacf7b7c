import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type ModuleInfo = (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds'> | null;

const ENTRY = 'src/entry-client.tsx';
/** Pages whose visitors submit links: form and results are needed early. */
const WITH_SEARCH = ['src/pages/home/home.page.tsx', 'src/pages/landing/landing.page.tsx'];
/** Shows the form but no results. */
const WITH_FORM = 'src/pages/preview/preview.page.tsx';
/** Have neither. Modules they share with the pages above are needed by nearly every page. */
const PLAIN = ['src/pages/document/document.page.tsx', 'src/pages/post/post.page.tsx'];

/**
 * Their indexes pull in much that no page needs at first, such as schemas, so the bundler decides.
 */
const LARGE_LIBRARY = /[\\/]libs[\\/](?:contract|media)[\\/]/;

/** A module and its static imports, transitively. */
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
 * `search`. On its own the bundler emits one file per set of pages that share something: twenty at
 * the start, most too small to compress well (3 KB more in all).
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
    // For everything else the bundler knows better which pages need it.
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
