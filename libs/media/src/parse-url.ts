/**
 * A URL, or null for a text that is none. Not `URL.canParse`: that of Node 20 says no to every
 * address with a letter of Latin-1 ("ü") once it has been called some thousand times (measured with
 * 20.20.2: the compiled call hands the letters on in another encoding).
 * @param base what a relative one is resolved against.
 */
export const parseUrl = (text: string, base?: string | URL): URL | null => {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
};
