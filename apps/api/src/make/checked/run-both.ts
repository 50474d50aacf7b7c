/**
 * Runs two pieces of work concurrently. The first failure aborts the other. Resolves when both have
 * ended.
 * @throws the first failure, or `signal.reason`.
 */
export async function runBoth<A, B>(
  signal: AbortSignal,
  one: (signal: AbortSignal) => Promise<A>,
  other: (signal: AbortSignal) => Promise<B>,
): Promise<[A, B]> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const ending = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      failed.abort(error);
      throw error;
    });
  const works = [ending(one(either)), ending(other(either))] as const;
  await Promise.allSettled(works);
  signal.throwIfAborted();
  failed.signal.throwIfAborted();
  return Promise.all(works);
}
