export { render } from './app/render.js';
export { renderDocument } from './app/document.js';
export { renderFavicon } from './app/favicon.js';
export { supportedLanguage } from './i18n/languages.js';
