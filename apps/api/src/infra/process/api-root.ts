import { existsSync } from 'node:fs';

/**
 * The folder apps/api, as a URL: the nearest one above with a package.json, because this module may
 * be part of a bundle (apps/api/dist/bundle).
 */
export const apiRoot = nearestPackage(new URL('.', import.meta.url));

/** The root of the repository. */
export const repositoryRoot = new URL('../../', apiRoot);

function nearestPackage(folder: URL): URL {
  return existsSync(new URL('package.json', folder))
    ? folder
    : nearestPackage(new URL('..', folder));
}
