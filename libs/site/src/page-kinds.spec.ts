import { previewQuerySchema } from '@dipper/contract';
import { PAGE_KINDS, type PageKind, pageKind, SERVED_KINDS } from './page-kinds.js';
import { PAGES } from './pages.js';

const kinds = Object.keys(PAGE_KINDS) as PageKind[];

it('has a page for each kind, but for those with an id and for what is not found', () => {
  const paths = new Set(PAGES.map(({ kind }) => kind));
  expect(kinds.filter((kind) => !paths.has(kind))).toEqual(['post', 'short-link', 'not-found']);
});

it('always serves what is not found', () => {
  expect(SERVED_KINDS).toContain('not-found');
});

it.each(kinds)('%s names its texts as the catalogue does, without the common ones', (kind) => {
  const { namespaces } = pageKind(kind);
  expect(namespaces.length).toBeGreaterThan(0);
  expect(namespaces).not.toContain('common');
  namespaces.forEach((namespace) => expect(namespace).toMatch(/^[a-z]+([A-Z][a-z]+)*$/));
});

it('lists everything but what is of one visitor, without content, or not there', () => {
  expect(kinds.filter((kind) => !pageKind(kind).indexable)).toEqual([
    ...['subscription', 'upgrade', 'preview', 'short-link', 'offline', 'not-found'],
  ]);
});

it('knows each parameter that the preview page reads', () => {
  expect([...pageKind('preview').query].sort()).toEqual(
    Object.keys(previewQuerySchema.shape).sort(),
  );
});
