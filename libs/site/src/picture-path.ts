const PREFIX = '/og';
const SUFFIX = '.png';
/** Stands for the slash of the start, which would leave a file without a name. */
const START = '/home';

/**
 * Where the picture of a page is that other sites show with a link to it.
 * @param path a main path, language prefix included ("/de/blog")
 */
export function picturePath(path: string): string {
  return `${PREFIX}${path === '/' ? START : path}${SUFFIX}`;
}

/** The path whose picture this would be, or null. Whether there is such a page is not known here. */
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
