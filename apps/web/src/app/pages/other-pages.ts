import type { PageKind } from '@dipper/site';
import type { FirstKind } from './first-pages.js';
import type { PageTable } from './page-table.js';

/** Loads a page that consists of a single text. */
const loadDocument = async () =>
  (await import('../../pages/document/document.page.js')).DocumentPage;

/** Pages that are rarely the first of a visit. */
export const OTHER_PAGES: PageTable<Exclude<PageKind, FirstKind>> = {
  blog: async () => (await import('../../pages/blog/blog.page.js')).BlogPage,
  post: async () => (await import('../../pages/post/post.page.js')).PostPage,
  guide: async () => (await import('../../pages/guide/guide.page.js')).GuidePage,
  help: async () => (await import('../../pages/help/help.page.js')).HelpPage,
  status: async () => (await import('../../pages/status/status.page.js')).StatusPage,
  developers: async () =>
    (await import('../../pages/developers/developers.page.js')).DevelopersPage,
  glossary: async () => (await import('../../pages/glossary/glossary.page.js')).GlossaryPage,
  privacy: loadDocument,
  terms: loadDocument,
  dmca: loadDocument,
  cookies: async () => (await import('../../pages/cookies/cookies.page.js')).CookiesPage,
  subscription: loadDocument,
  upgrade: loadDocument,
  preview: async () => (await import('../../pages/preview/preview.page.js')).PreviewPage,
  'short-link': async () =>
    (await import('../../pages/short-link/short-link.page.js')).ShortLinkPage,
  offline: async () => (await import('../../pages/offline/offline.page.js')).OfflinePage,
  'not-found': async () => (await import('../../pages/not-found/not-found.page.js')).NotFoundPage,
};

/** Loads what the preview page needs as soon as it opens. */
export const loadAheadOfPreview = () => import('../../entities/task/follow/merge-socket.js');
