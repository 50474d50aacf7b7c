/** The suffix of sidecars. No finished file has this suffix. */
const BESIDE = '.beside';

/**
 * The name of a file's sidecar. The file's name without its extension is enough, because file names
 * are unique even without it.
 */
export function sidecarName(name: string): string {
  return name.replace(/\.[^.]*$/, '') + BESIDE;
}

export function isSidecar(name: string): boolean {
  return name.endsWith(BESIDE);
}
