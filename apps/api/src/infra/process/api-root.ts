import { existsSync } from 'node:fs';

/**
 * The folder apps/api, as a URL. This is the nearest folder above with a package.json, because this
 * module may be part of a bundle (apps/api/dist/bundle).
 */
export const apiRoot = nearestPackage(new URL('.', import.meta.url));

export const repositoryRoot = new URL('../../', apiRoot);

function nearestPackage(folder: URL): URL {
  return existsSync(new URL('package.json', folder))
    ? folder
    : nearestPackage(new URL('..', folder));
}
