/** The folder apps/api, as a URL: three levels up from here, in src and dist alike. */
export const apiRoot = new URL('../../../', import.meta.url);

/** The root of the repository. */
export const repositoryRoot = new URL('../../', apiRoot);
