import { DEFAULT_LANGUAGE, directionOf } from '@dipper/site';
import { useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation.js';
import { useSite } from '../site/site.js';
import type { Content, LandingText, MdxText, PageText, PostCard } from './content-shapes.js';
import { isTranslated } from './is-translated.js';
import { fillDeep } from './fill-deep.js';
import { contentAt } from './load-content.js';
import { textValues } from './text-values.js';

/**
 * Returns a long-form text of the current page. The shell loads a page's texts before rendering it.
 * @param key one of the keys in the page's row (libs/site/src/page-kinds.ts)
 */
export function useContent(key: string): Content {
  const { i18n } = useTranslation();
  return contentAt(i18n.language, key);
}

/**
 * Returns the content of a JSON file with its placeholders filled in (text-values.ts).
 * @typeParam Shape the shape of the file, which a spec checks
 */
export function useJson<Shape>(key: string): Shape {
  const { i18n } = useTranslation();
  const { text } = useContent(key);
  const site = useSite();
  return useMemo(
    () => fillDeep((text as { readonly default: Shape }).default, textValues(site, i18n)),
    [text, site, i18n],
  );
}

/**
 * Returns a landing page's text.
 * @param name the name of its file: a platform, or "podcasts"
 */
export function useLandingText(name: string): LandingText {
  return useJson<LandingText>(`landing/${name}`);
}

/** Returns all posts as cards, in list order. */
export function usePosts(): readonly PostCard[] {
  return useJson<readonly PostCard[]>('posts');
}

/** Returns a function that tells whether a post's text is in English on a page that is not. */
export function usePostIsInEnglish(): (id: string) => boolean {
  const { language } = useTranslation().i18n;
  return (id) => language !== DEFAULT_LANGUAGE && !isTranslated(language, `posts/${id}`);
}

export function usePostText(id: string): MdxText {
  return useContent(`posts/${id}`).text as MdxText;
}

/** Returns the text of a page that consists of one file, such as "privacy". */
export function usePageText(key: string): PageText {
  const { text } = useContent(key);
  const { meta, ...rest } = text as PageText;
  const { name } = useSite().config.branding;
  return { ...rest, meta: fillDeep(meta, { name }) };
}

/** Marks an element whose text is in another language than the page. */
export interface TextLanguage {
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
}

/** Returns the attributes for elements that show a long-form text; {} in the page's language. */
export function useTextLanguage(key: string): TextLanguage {
  const { i18n } = useTranslation();
  const { language } = useContent(key);
  return language === i18n.language ? {} : { lang: language, dir: directionOf(language) };
}
