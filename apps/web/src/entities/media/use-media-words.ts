import { UNTITLED } from '@dipper/contract';
import { UNKNOWN_PLATFORM } from '@dipper/media';
import { useTranslation } from '../../i18n/use-translation.js';

/** Translates the server's placeholders for unknown names and titles. */
export function useMediaWords() {
  const { t } = useTranslation();
  return {
    /**
     * A platform's name in the title of a document. The specification requires 'Unknown Platform'
     * for other sites (§3, §4).
     */
    platform: (name: string) => (name === UNKNOWN_PLATFORM ? t('unknownPlatform') : name),
    /** An item's title. */
    title: (text: string) => (text === UNTITLED ? t('untitled') : text),
  };
}
