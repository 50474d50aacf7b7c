const PREFIX = '/og';
const SUFFIX = '.png';
/** Stands for the "/" of the home page, which would give a file without a name. */
const START = '/home';

/**
 * The path of a page's share picture.
 * @param path a main path, with its language prefix ("/de/blog")
 */
export function picturePath(path: string): string {
  return `${PREFIX}${path === '/' ? START : path}${SUFFIX}`;
}

/** The path of the page that a picture belongs to, or null. Does not check that the page exists. */
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
