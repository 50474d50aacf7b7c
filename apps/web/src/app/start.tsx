import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { loadSite } from '../features/site-config/load-site.js';
import { createI18n } from '../i18n/create-i18n.js';
import { languageOf, supportedLanguage } from '../i18n/languages.js';
import { brandStyles } from '../theme/palette.js';
import { rememberTypedLink } from '../lib/typed-before-hydration.js';
import { App } from './app.js';
import { routeOf } from './routes.js';

/** The plain shell has no colours of its own; an adopted sheet needs no nonce. */
function paint(styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
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
  if (root.firstElementChild === null) {
    const { branding, features } = site.config;
    paint(brandStyles(branding.colors, features.darkMode));
    createRoot(root).render(page);
    return;
  }
  rememberTypedLink(document);
  hydrateRoot(root, page);
}
