const PREFIX = '/og';
const SUFFIX = '.png';
/** Replaces the home page's "/", which would leave a file without a name. */
const START = '/home';

/**
 * The path of a page's share picture.
 * @param path a main path, language prefix included ("/de/blog")
 */
export function picturePath(path: string): string {
  return `${PREFIX}${path === '/' ? START : path}${SUFFIX}`;
}

/** The page path of a picture path, or null. Does not check that the page exists. */
export function pathOfPicture(address: string): string | null {
  if (!address.startsWith(`${PREFIX}/`) || !address.endsWith(SUFFIX)) {
    return null;
  }
  const path = address.slice(PREFIX.length, -SUFFIX.length);
  if (path === START) {
    return '/';
  }
  return path === '/' ? null : path;
}
