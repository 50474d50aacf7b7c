type FindToken = () => Promise<string | null>;

let provide!: (find: FindToken) => void;
const provided = new Promise<FindToken>((resolve) => (provide = resolve));

/** Names where fresh access tokens come from: lib/session, once its code is there. */
export const provideTokens = (find: FindToken): void => provide(find);

/** A call that goes without a token, too, waits for one so long, milliseconds. */
const MOMENT_MS = 500;

/**
 * Headers that name the signed-in person to a call that everybody may make. None for visitors, at
 * once; none either where a token cannot be had in a moment, as when the session has to be renewed
 * first: what is called must not wait for that.
 */
export async function bearerIfAny(): Promise<Record<string, string>> {
  if (!('session' in document.documentElement.dataset)) {
    return {};
  }
  const token = await Promise.race([
    provided.then((find) => find()).catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, MOMENT_MS, null)),
  ]);
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}
