import type { SearchUpdate } from '@dipper/client';
import { lazyComponent } from '../../lib/react/lazy-component.js';
import { ChunkLoadError, fetchPart } from '../../lib/browser/stale-build.js';
import type { SearchFailure } from './search-failure.js';
import type { Question } from './search-video.js';

/** Only needed after a search, so it loads while the server reads the link. */
export const resultCard = lazyComponent(
  async () => (await import('./result/result-card.js')).ResultCard,
);

export const resultSkeleton = lazyComponent(
  async () => (await import('./result/result-skeleton.js')).ResultSkeleton,
);

/** Actions offered after a failed search. */
export const nextSteps = lazyComponent(async () => (await import('./next-steps.js')).NextSteps);

/** Loaded on demand, because the reply's schemas are large. */
const loadSearch = () => fetchPart(() => import('./search-video.js'));

/** Loaded on demand, because few links lead to a list. */
export const listPlace = lazyComponent(
  async () => (await (await loadSearch()).loadListPlace()).ListPlace,
);

/**
 * Prefetches the code for a search. Failed loads are retried on demand.
 * @returns a promise that resolves once everything has loaded or failed
 */
export async function prefetchSearch(): Promise<void> {
  const parts = [resultSkeleton, nextSteps, resultCard].map((part) => part.preload());
  await Promise.allSettled([loadSearch(), ...parts]);
}

/**
 * Searches for the formats of a link. Yields every update, including those after the result. The
 * code that shows the result has loaded by the time the result is yielded.
 * @throws ApiFailure, ChunkLoadError
 */
export async function* findFormats(
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<SearchUpdate> {
  const shown = resultCard.preload();
  // A failed load is reported where the code is needed.
  shown.catch(() => undefined);
  const { searchVideo } = await loadSearch();
  for await (const update of searchVideo(question, signal)) {
    if (update.type === 'result') {
      await shown;
    } else if (update.type === 'list') {
      await listPlace.preload();
    }
    yield update;
  }
}

/** Returns the message of a failed search and its next step. */
export async function failureOf(error: unknown): Promise<SearchFailure> {
  return error instanceof ChunkLoadError
    ? { message: 'messages.error', offline: true, step: { againInSeconds: 0 } }
    : (await loadSearch()).searchFailure(error);
}
