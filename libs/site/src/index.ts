export * from './languages.js';
export * from './page-kinds.js';
export type * from './render-contract.js';
