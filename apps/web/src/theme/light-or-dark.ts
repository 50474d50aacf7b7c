import { THEME_COOKIE, type ThemeChoice } from '@dipper/site';

const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Returns the media query for one theme's `theme-color`: by system preference, always, or never.
 */
export function themeMedia(choice: ThemeChoice, theme: 'light' | 'dark'): string {
  if (choice === 'auto') {
    return `(prefers-color-scheme: ${theme})`;
  }
  return choice === theme ? 'all' : 'not all';
}

/** Applies a theme to a document rendered by our server (app/head/document.ts). */
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

/**
 * Inline script that applies the stored choice before the first paint, as `applyThemeChoice` does,
 * because documents are written for visitors who have not chosen a theme.
 */
export const APPLY_KEPT_THEME = `(function(d,c){if(c!=='dark'&&c!=='auto')return;var r=d.documentElement;if(c==='auto')r.removeAttribute('data-theme');else r.setAttribute('data-theme',c);d.querySelectorAll('meta[data-of]').forEach(function(m){m.setAttribute('media',c==='auto'?'(prefers-color-scheme: '+m.dataset.of+')':m.dataset.of===c?'all':'not all')})})(document,(/(?:^|; *)${THEME_COOKIE}=([^;= ]*)/.exec(document.cookie)||[])[1])`;

/** Stores a choice for a year, for this page and for the inline script of the next one. */
export function keepThemeChoice(document: Document, choice: ThemeChoice): void {
  const secure = document.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${THEME_COOKIE}=${choice}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}
