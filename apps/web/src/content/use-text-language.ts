import { directionOf } from '@dipper/site';
import { useTranslation } from '../i18n/use-translation.js';
import { useContent } from './use-content.js';

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
