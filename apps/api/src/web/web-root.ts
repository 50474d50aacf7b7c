import { apiRoot } from '../infra/process/api-root.js';

/** The folder apps/web, as a file URL. */
export const webRoot = new URL('../web/', apiRoot);
