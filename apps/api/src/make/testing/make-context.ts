import type { MakeContext } from '../maker.port.js';

/**
 * A context for one maker in a folder. Fetching, or reading a page again, fails the test unless the
 * case provides it.
 */
export function makeContext(
  given: Pick<MakeContext, 'folder'> & Partial<MakeContext>,
): MakeContext {
  const refuse = (what: string) => (): Promise<never> =>
    Promise.reject(new Error(`unexpected call: ${what}`));
  return {
    acceptsDamage: false,
    signal: new AbortController().signal,
    progress: { writing: () => undefined, merging: () => undefined, checking: () => undefined },
    reserve: () => Promise.resolve(),
    count: () => undefined,
    read: () => Promise.resolve(null),
    readPieces: () => Promise.resolve(null),
    readAgain: refuse('read a page again'),
    fetch: refuse('fetch'),
    fetchSpan: refuse('fetch a span'),
    ...given,
  };
}
