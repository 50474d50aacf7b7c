/** What a visitor can choose; `auto` follows the system. */
export const THEME_CHOICES = ['light', 'dark', 'auto'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const COOKIE = 'theme';
const YEAR_SECONDS = 365 * 24 * 3600;

/** The choice that a text stands for; anything that is not one is `light` (specification §9). */
export function themeChoice(text: string): ThemeChoice {
  return THEME_CHOICES.find((choice) => choice === text) ?? 'light';
}

/** What is shown at a site: one without dark colours is always light. */
export function shownTheme(choice: ThemeChoice, darkMode: boolean): ThemeChoice {
  return darkMode ? choice : 'light';
}

/** The media query of the `theme-color` of one theme: by the system, or always, or never. */
export function themeMedia(choice: ThemeChoice, theme: 'light' | 'dark'): string {
  if (choice === 'auto') {
    return `(prefers-color-scheme: ${theme})`;
  }
  return choice === theme ? 'all' : 'not all';
}

/** @param cookies as `document.cookie` has them; of two with this name the first counts. */
export function readThemeChoice(cookies: string): ThemeChoice {
  const pairs = cookies.split(';').map((pair) => pair.trim().split('='));
  return themeChoice(pairs.find(([name]) => name === COOKIE)?.[1] ?? '');
}

/** Shows a theme, in a document that our server wrote (app/document.ts). */
export function applyThemeChoice(document: Document, choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === 'auto') {
    root.removeAttribute('data-theme');
  } else {
    root.setAttribute('data-theme', choice);
  }
  for (const theme of ['light', 'dark'] as const) {
    document
      .querySelector(`meta[name=theme-color][data-of=${theme}]`)
      ?.setAttribute('media', themeMedia(choice, theme));
  }
}

/** Keeps a choice for a year, in a cookie so that the server knows it before the first paint. */
export function keepThemeChoice(document: Document, choice: ThemeChoice): void {
  const secure = document.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${COOKIE}=${choice}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}
