export * from './languages.js';
export * from './page-kinds.js';
export * from './query-parameters.js';
export * from './pages.js';
export * from './aliases.js';
export * from './resolve.js';
export * from './canonical-search.js';
export * from './sitemap.js';
export type * from './render-contract.js';
