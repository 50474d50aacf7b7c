/** True for the paths of the server's own interfaces. These are never pages. */
export function isServerPath(path: string): boolean {
  return /^\/(api|socket\.io|metrics|assets)(\/|$)/.test(path);
}
