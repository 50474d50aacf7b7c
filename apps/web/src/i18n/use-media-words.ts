import { UNTITLED } from '@dipper/contract';
import { UNKNOWN_PLATFORM } from '@dipper/media';
import { useTranslation } from './use-translation.js';

/** The server's words for what a source does not say, in the page's language. */
export function useMediaWords() {
  const { t } = useTranslation();
  return {
    /** A platform's name. */
    platform: (name: string) => (name === UNKNOWN_PLATFORM ? t('unknownPlatform') : name),
    /** A medium's title. */
    title: (text: string) => (text === UNTITLED ? t('untitled') : text),
  };
}
