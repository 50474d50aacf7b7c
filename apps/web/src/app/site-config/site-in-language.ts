import { type DomainConfig, siteWords } from '@dipper/contract';
import { DEFAULT_LANGUAGE } from '@dipper/site';
import type { I18n } from '../../i18n/create-i18n.js';

/**
 * Translates a configuration's built-in texts (slogan, search engine texts) into the page's
 * language. The operator's own texts stay unchanged. Server only; the browser receives the result.
 */
export function siteInLanguage(site: DomainConfig, i18n: I18n): DomainConfig {
  if (i18n.language === DEFAULT_LANGUAGE) {
    return site;
  }
  const { branding, seo } = site;
  const { name } = branding;
  const builtIn = siteWords(name);
  const t = i18n.getFixedT(i18n.language, 'common');
  const word = (key: keyof typeof builtIn, written: string) =>
    written === builtIn[key] ? t(`site.${key}`, { name }) : written;
  return {
    ...site,
    branding: {
      ...branding,
      slogan: word('slogan', branding.slogan),
      tagline: word('tagline', branding.tagline),
    },
    seo: {
      ...seo,
      title: word('title', seo.title),
      description: word('description', seo.description),
    },
  };
}
