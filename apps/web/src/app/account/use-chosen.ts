import { DEFAULT_PREFERENCES, LIMITS, type User } from '@dipper/contract';
import { DEFAULT_LANGUAGE } from '@dipper/site';
import { useCallback, useEffect, useRef } from 'react';
import { LANGUAGES } from '../../i18n/languages.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { applyThemeChoice, keepThemeChoice } from '../../theme/light-or-dark.js';
import { useAddressIn } from '../shell/use-address-in.js';

/** The settings of every new account. At sign-in, they don't count as the visitor's choice. */
const UNTOUCHED = { language: DEFAULT_LANGUAGE, preferences: DEFAULT_PREFERENCES };

/**
 * Returns the settings of an account that have to be applied now.
 * @param before the previous account; null at sign-in, when everything but the defaults is new
 * @param shown the language of the page
 * @param languages the languages that have pages
 * @returns the settings to apply; null for each that has not changed
 */
export function newlyChosen(
  after: User,
  before: User | null,
  { shown, languages }: { readonly shown: string; readonly languages: readonly string[] },
) {
  const { language, preferences } = after.profile;
  const known = before?.profile ?? UNTOUCHED;
  const isOther = language !== known.language;
  return {
    theme: preferences.theme === known.preferences.theme ? null : preferences.theme,
    language: isOther && language !== shown && languages.includes(language) ? language : null,
  };
}

/** Applies an account's theme and language, as the header's menus do. */
export function useChosen(
  open = (address: string) => window.location.assign(address),
): (after: User, before: User | null) => void {
  const { i18n } = useTranslation();
  const { config } = useSite();
  const addressIn = useAddressIn();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (after, before) => {
      const { language: shown } = i18n;
      const { theme, language } = newlyChosen(after, before, { shown, languages: LANGUAGES });
      if (theme !== null && config.features.darkMode) {
        keepThemeChoice(document, theme);
        applyThemeChoice(document, theme);
      }
      if (language !== null) {
        clearTimeout(timer.current);
        // Give the visitor time to read the success message.
        timer.current = setTimeout(() => open(addressIn(language)), LIMITS.loginCloseMs);
      }
    },
    [i18n, config, addressIn, open],
  );
}
