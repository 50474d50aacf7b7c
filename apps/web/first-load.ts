import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type ModuleInfo = (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds'> | null;

const ENTRY = 'src/entry-client.tsx';
/** Their visitors have come for the form and what it finds. */
const WITH_SEARCH = ['src/pages/home/home.page.tsx', 'src/pages/landing/landing.page.tsx'];
/** Has the form, too, and no search of its own. */
const WITH_FORM = 'src/pages/preview/preview.page.tsx';
/** Have neither: what these share with the others, as good as all pages have. */
const PLAIN = ['src/pages/document/document.page.tsx', 'src/pages/post/post.page.tsx'];

/**
 * The libraries whose index leads to much that no page begins with, as schemas: they are left to the
 * bundler.
 */
const LARGE_LIBRARY = /[\\/]libs[\\/](?:contract|media)[\\/]/;

/** A module and what it imports at once, and so on. */
function loadedWith(id: string, infoOf: ModuleInfo, found = new Set<string>()): Set<string> {
  const info = infoOf(id);
  if (info !== null && !found.has(id) && !LARGE_LIBRARY.test(id)) {
    found.add(id);
    info.importedIds.forEach((imported) => loadedWith(imported, infoOf, found));
  }
  return found;
}

/**
 * Puts what a visit begins with into three files: `base` of every page, `form`, `search`. Left alone,
 * the bundler makes a file of each set of pages that share something: twenty for the start, most of
 * them so small that compression finds nothing to shorten in them (3 KB in all).
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
    // Of what is not named here the bundler knows better which pages need it.
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
