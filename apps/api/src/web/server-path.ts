/** True for addresses that belong to the server's own interfaces and never to a page. */
export function isServerPath(path: string): boolean {
  return /^\/(api|socket\.io|metrics|assets)(\/|$)/.test(path);
}
