import { existsSync } from 'node:fs';
import { PAGE_KINDS, type PageKind } from '@dipper/site';
import { preloadedModules } from './preloaded-modules.js';

it.each(Object.keys(PAGE_KINDS) as PageKind[])('names only modules of %s that exist', (kind) => {
  const missing = preloadedModules(kind).filter(
    (module) => !existsSync(new URL(`../../../${module}`, import.meta.url)),
  );
  expect(missing).toEqual([]);
});
