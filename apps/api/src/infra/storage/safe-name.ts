const SAFE_NAME = /^[A-Za-z0-9_-]{1,128}(\.[a-z0-9]{1,8})?$/;

/**
 * Checks a file name. All names come from our own random ids, so any other name is a bug.
 * @throws Error
 */
export function safeName(name: string): string {
  if (!isSafeName(name)) {
    throw new Error(`not one of our file names: ${JSON.stringify(name)}`);
  }
  return name;
}

/**
 * False for foreign files that can appear in our folders (`.nfs0001`, `.DS_Store`, `lost+found`).
 */
export function isSafeName(name: string): boolean {
  return SAFE_NAME.test(name);
}
