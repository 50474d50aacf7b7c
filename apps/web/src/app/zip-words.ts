import type { ZipWords } from '@dipper/site';
import { displayDuration } from '@dipper/media';
import { loadTexts } from '../i18n/catalogue.js';
import { createI18n } from '../i18n/create-i18n.js';
import { errorWords } from '../i18n/errors/error-words.js';
import { formatLocale } from '../i18n/format/format-locale.js';

/** If there are more damaged places than this, only their number is given. */
const MOST_PLACES = 3;

/** Returns the sentences of the text files in a zip. Server only. */
export async function zipWords(language: string): Promise<ZipWords> {
  const i18n = createI18n(language, await loadTexts(language, ['common', 'errors', 'zip']));
  const t = i18n.getFixedT(language, 'zip');
  return {
    notIncluded: t('notIncluded'),
    damaged: t('damaged'),
    why: (error) => errorWords({ sentence: error.error, ...error }, i18n) ?? error.error,
    where: (places) => {
      if (places.length === 0) {
        return t('original');
      }
      if (places.length > MOST_PLACES) {
        return t('places', { count: places.length });
      }
      const spans = places.map(({ from, to }) => {
        const start = displayDuration(Math.floor(from));
        return to === Infinity
          ? t('rest', { start })
          : t('span', { start, end: displayDuration(Math.ceil(to)) });
      });
      const list = new Intl.ListFormat(formatLocale(language)).format(spans);
      return t('at', { places: list });
    },
  };
}
