import { DEFAULT_LANGUAGE, isPseudo, type Namespace } from '@dipper/site';
import { fetchPart } from '../lib/browser/stale-build.js';
import { filesOf } from './files-of.js';
import type { LabelNamespace, LabelTexts } from './labels.js';
import { namesIn } from './names-in.js';

/** English, the source of all translations. Each namespace is a separate chunk. */
const ENGLISH = {
  common: async () => (await import('./en/common.json')).default,
  consent: async () => (await import('./en/consent.json')).default,
  home: async () => (await import('./en/home.json')).default,
  landing: async () => (await import('./en/landing.json')).default,
  help: async () => (await import('./en/help.json')).default,
  status: async () => (await import('./en/status.json')).default,
  reading: async () => (await import('./en/reading.json')).default,
  blog: async () => (await import('./en/blog.json')).default,
  notFound: async () => (await import('./en/not-found.json')).default,
  search: async () => (await import('./en/search.js')).default,
  list: async () => (await import('./en/list.json')).default,
  share: async () => (await import('./en/share.js')).default,
  offline: async () => (await import('./en/offline.json')).default,
  shortLink: async () => (await import('./en/short-link.json')).default,
  preview: async () => (await import('./en/preview.js')).default,
  recentDownloads: async () => (await import('./en/recent-downloads.json')).default,
  languageOffer: async () => (await import('./en/language-offer.json')).default,
  extras: async () => (await import('./en/extras.json')).default,
  account: async () => (await import('./en/account.js')).default,
  profile: async () => (await import('./en/profile.json')).default,
  history: async () => (await import('./en/history.js')).default,
  errors: async () => (await import('./en/errors.js')).default,
  zip: async () => (await import('./en/zip.js')).default,
  legal: async () => (await import('./en/legal.json')).default,
  labels: async (): Promise<LabelTexts> => labelsOf(DEFAULT_LANGUAGE),
} satisfies Record<Namespace, () => Promise<object>>;

export const NAMESPACES = Object.keys(ENGLISH) as readonly Namespace[];

/** The namespaces that have texts, with their shapes. */
export type Texts = { [N in keyof typeof ENGLISH]: Awaited<ReturnType<(typeof ENGLISH)[N]>> };
export type LoadedTexts = Partial<Record<keyof Texts, object>>;

/** The texts of `notFound` are in not-found.json. */
const fileOf = (namespace: string) => namespace.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/**
 * Returns the labels that long-form texts quote, copied from the language's other namespaces, so
 * that nothing has to be translated twice.
 */
async function labelsOf(language: string): Promise<LabelTexts> {
  // A separate chunk that few visits need, because the server sends the labels with the page.
  const { LABEL_NAMESPACES, labelsIn } = await import('./labels.js');
  const texts = await Promise.all(
    LABEL_NAMESPACES.map(async (name) => [name, await loadOne(language, name)] as const),
  );
  return labelsIn(Object.fromEntries(texts) as Record<LabelNamespace, object>);
}

async function loadOne(language: string, namespace: keyof Texts): Promise<object> {
  if (namespace === 'labels') {
    return labelsOf(language);
  }
  if (language === DEFAULT_LANGUAGE) {
    return ENGLISH[namespace]();
  }
  if (isPseudo(language)) {
    const [{ pseudoTexts }, english] = await Promise.all([
      import('./pseudo.js'),
      ENGLISH[namespace](),
    ]);
    return pseudoTexts(english);
  }
  const { TEXTS } = await filesOf(language);
  // A listed language has every text (app/complete-languages.spec.ts), so English is not loaded too.
  return TEXTS[`./${fileOf(namespace)}.json`]?.() ?? ENGLISH[namespace]();
}

/**
 * Loads a language's texts by namespace, leaving out those that the language does not need.
 * @param language one of LANGUAGES, or a pseudo-language
 * @throws ChunkLoadError
 */
export async function loadTexts(
  language: string,
  namespaces: readonly Namespace[],
): Promise<LoadedTexts> {
  const names = namesIn(language, namespaces);
  const texts = await Promise.all(names.map((name) => fetchPart(() => loadOne(language, name))));
  return Object.fromEntries(names.map((name, at) => [name, texts[at]]));
}
