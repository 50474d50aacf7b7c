import { LIMITS, type User } from '@dipper/contract';
import { useCallback, useEffect, useRef } from 'react';
import { LANGUAGES } from '../../i18n/catalogue.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../lib/site.js';
import { applyThemeChoice, keepThemeChoice } from '../../theme/light-or-dark.js';
import { useAddressIn } from '../shell/use-address-in.js';

/**
 * What of an account has to be shown now.
 * @param before the account as it was; null at a sign-in, when all of it is new
 * @param shown the language of the page, @param languages those that have pages
 * @returns null for what stays as it is
 */
export function newlyChosen(
  after: User,
  before: User | null,
  { shown, languages }: { readonly shown: string; readonly languages: readonly string[] },
) {
  const { language, preferences } = after.profile;
  const isOther = language !== before?.profile.language;
  return {
    theme: preferences.theme === before?.profile.preferences.theme ? null : preferences.theme,
    language: isOther && language !== shown && languages.includes(language) ? language : null,
  };
}

/** Shows the theme and the language of an account, as the menus of the header do. */
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
        // Not before it was read that the sign-in, or the change, has succeeded.
        timer.current = setTimeout(() => open(addressIn(language)), LIMITS.loginCloseMs);
      }
    },
    [i18n, config, addressIn, open],
  );
}
