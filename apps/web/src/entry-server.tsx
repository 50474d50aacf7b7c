export { render, renderShell } from './app/render.js';
export { renderDocument } from './app/document.js';
export { renderFavicon } from './theme/illustrations/favicons.js';
export { pagesOffered } from './app/resolve-here.js';
