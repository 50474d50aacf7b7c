export { render, renderShell } from './app/render.js';
export { renderDocument } from './app/head/document.js';
export { zipWords } from './app/zip-words.js';
export { llmsText } from './app/llms-text.js';
export { renderFavicon } from './theme/illustrations/favicons.js';
export { pictureParts } from './theme/illustrations/backdrops.js';
export { changeDates } from './app/change-dates.js';
export { pagesOffered } from './app/resolve-path.js';
