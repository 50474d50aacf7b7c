/** The themes that a visitor can choose; `auto` follows the system. */
export const THEME_CHOICES = ['light', 'dark', 'auto'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** The cookie with the visitor's choice, which pages and the API reference read. */
export const THEME_COOKIE = 'theme';

/** Parses a choice; anything invalid is `light` (specification §9). */
export function themeChoice(text: string): ThemeChoice {
  return THEME_CHOICES.find((choice) => choice === text) ?? 'light';
}

/**
 * Reads the visitor's choice.
 * @param cookies as in `document.cookie` or the Cookie header; if a cookie occurs more than once,
 *   the first counts
 */
export function readThemeChoice(cookies: string): ThemeChoice {
  const pairs = cookies.split(';').map((pair) => pair.trim().split('='));
  return themeChoice(pairs.find(([name]) => name === THEME_COOKIE)?.[1] ?? '');
}
