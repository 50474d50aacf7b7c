import { previewQuerySchema } from '@dipper/contract';
import { PAGE_KINDS, type PageKind, pageKind } from './page-kinds.js';
import { PAGES } from './page-paths.js';

const kinds = Object.keys(PAGE_KINDS) as PageKind[];

it('gives each kind a fixed path, except those with an id and the 404 page', () => {
  const paths = new Set(PAGES.map(({ kind }) => kind));
  expect(kinds.filter((kind) => !paths.has(kind))).toEqual(['post', 'short-link', 'not-found']);
});

it('gives every kind its i18n namespaces, in camel case and without the common one', () => {
  const wrong = kinds.filter((kind) => {
    const { namespaces } = pageKind(kind);
    const isValid = (name: string) => name !== 'common' && /^[a-z]+([A-Z][a-z]+)*$/.test(name);
    return namespaces.length === 0 || !namespaces.every(isValid);
  });
  expect(wrong).toEqual([]);
});

it('lets search engines index every kind of page except personal, empty and missing ones', () => {
  expect(kinds.filter((kind) => !pageKind(kind).indexable)).toEqual([
    ...['status', 'subscription', 'upgrade', 'preview', 'short-link', 'offline', 'not-found'],
  ]);
});

it('lists every parameter that the preview page reads', () => {
  expect([...pageKind('preview').query].sort()).toEqual(
    Object.keys(previewQuerySchema.shape).sort(),
  );
});
