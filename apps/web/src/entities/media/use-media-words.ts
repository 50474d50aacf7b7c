import { UNTITLED } from '@dipper/contract';
import { UNKNOWN_PLATFORM } from '@dipper/media';
import { useTranslation } from '../../i18n/use-translation.js';

/** Translates the server's placeholders for unknown names and titles. */
export function useMediaWords() {
  const { t } = useTranslation();
  return {
    /**
     * A platform's name in document titles. Other sites must be called 'Unknown Platform'
     * (specification §3, §4).
     */
    platform: (name: string) => (name === UNKNOWN_PLATFORM ? t('unknownPlatform') : name),
    title: (text: string) => (text === UNTITLED ? t('untitled') : text),
  };
}
