import type { DomainConfig } from '@dipper/contract';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { loadSite } from '../features/site-config/load-site.js';
import { createI18n } from '../i18n/create-i18n.js';
import { languageOf, supportedLanguage } from '../i18n/languages.js';
import { rememberTypedLink } from '../lib/typed-before-hydration.js';
import { applyThemeChoice, readThemeChoice } from '../theme/choice.js';
import { App } from './app.js';
import { routeOf } from './routes.js';

/**
 * Colours for a shell that came without them; an adopted sheet needs no nonce. Our server writes
 * them into every document, so the arithmetic is not in the first load.
 */
async function paint({ branding, features }: DomainConfig): Promise<void> {
  if (getComputedStyle(document.documentElement).getPropertyValue('--bg') !== '') {
    return;
  }
  const { brandStyles } = await import('../theme/palette.js');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(brandStyles(branding.colors, features.darkMode));
  document.adoptedStyleSheets.push(sheet);
}

/** Takes the server's page over, or renders it where the server could only send the shell. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) {
    return;
  }
  const language = supportedLanguage(document.documentElement.lang);
  const [site, catalogue] = await Promise.all([
    loadSite(document, window.location),
    languageOf(language).load(),
    routeOf(window.location.pathname).page.preload(),
  ]);
  const page = (
    <StrictMode>
      <BrowserRouter>
        <App i18n={createI18n(language, catalogue)} site={site} />
      </BrowserRouter>
    </StrictMode>
  );
  if (site.config.features.darkMode) {
    // The document may be an old one, out of the browser's own history.
    applyThemeChoice(document, readThemeChoice(document.cookie));
  }
  if (root.firstElementChild === null) {
    // A page without colours is better than none.
    await paint(site.config).catch(() => undefined);
    createRoot(root).render(page);
    return;
  }
  rememberTypedLink(document);
  hydrateRoot(root, page);
}
