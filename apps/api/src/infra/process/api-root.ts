/** The folder apps/api, as a file URL. It is three levels up from here, both in src and in dist. */
export const apiRoot = new URL('../../../', import.meta.url);

/** The root of the repository. */
export const repositoryRoot = new URL('../../', apiRoot);
