/** The suffix of sidecars. Finished files never have it. */
const BESIDE = '.beside';

/**
 * The name of a file's sidecar. The extension is dropped, because file names are unique even
 * without it.
 */
export function sidecarName(name: string): string {
  return name.replace(/\.[^.]*$/, '') + BESIDE;
}

export function isSidecar(name: string): boolean {
  return name.endsWith(BESIDE);
}
