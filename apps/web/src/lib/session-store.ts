/** Storage that a browser may refuse (private windows, blocked cookies): then nothing is kept. */
export function sessionStore(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}
