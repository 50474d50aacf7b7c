/** True for paths of the server's own interfaces, which are never pages. */
export function isServerPath(path: string): boolean {
  return /^\/(api|socket\.io|metrics|assets)(\/|$)/.test(path);
}
