type FindToken = () => Promise<string | null>;

let provide!: (find: FindToken) => void;
const provided = new Promise<FindToken>((resolve) => (provide = resolve));

/** Names where fresh access tokens come from: lib/session, once its code is there. */
export const provideTokens = (find: FindToken): void => provide(find);

/** A call that goes without a token, too, waits for one so long, milliseconds. */
const MOMENT_MS = 500;

/**
 * Makes a call that everybody may make, in the name of the signed-in person where there is one. For
 * visitors at once, without a token; without one, too, where none can be had in a moment, as when the
 * session has to be renewed first: what is called must not wait for that.
 */
export function withBearer<T>(call: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  if (!('session' in document.documentElement.dataset)) {
    return call({});
  }
  const token = Promise.race([
    provided.then((find) => find()).catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, MOMENT_MS, null)),
  ]);
  return token.then((found) => call(found === null ? {} : { Authorization: `Bearer ${found}` }));
}
