import { type DomainConfig, siteWords } from '@dipper/contract';
import { DEFAULT_LANGUAGE } from '@dipper/site';
import type { I18n } from '../../i18n/create-i18n.js';

/**
 * Returns a configuration with the slogan, the tagline and the search engine texts in the page's
 * language: the operator's translation, otherwise our translation of the built-in text. The
 * operator's own words stay if they have no translation. Server only; the browser receives the
 * result.
 */
export function siteInLanguage(site: DomainConfig, i18n: I18n): DomainConfig {
  const { branding, seo, translations } = site;
  const own = new Map(Object.entries(translations)).get(i18n.language);
  const { name } = branding;
  const builtIn = siteWords(name);
  const t = i18n.getFixedT(i18n.language, 'common');
  const word = (key: keyof typeof builtIn, written: string) => {
    const isOurs = written === builtIn[key] && i18n.language !== DEFAULT_LANGUAGE;
    return own?.[key] ?? (isOurs ? t(`site.${key}`, { name }) : written);
  };
  return {
    ...site,
    translations: {},
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
