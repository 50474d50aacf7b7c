import { lazyComponent } from '../../lib/react/lazy-component.js';
import { fetchPart } from '../../lib/browser/stale-build.js';
import type { SearchUpdate } from './search.reducer.js';
import type { Question } from './search-video.js';

/** The result: only needed after a search, so it loads while the server reads the link. */
export const resultCard = lazyComponent(
  async () => (await import('./result/result-card.js')).ResultCard,
);

/** The result's placeholder. */
export const resultSkeleton = lazyComponent(
  async () => (await import('./result/result-skeleton.js')).ResultSkeleton,
);

/** The next actions after a failed search. */
export const nextSteps = lazyComponent(async () => (await import('./next-steps.js')).NextSteps);

/** Loaded on demand: the reply's schemas are large. */
const loadSearch = () => fetchPart(() => import('./search-video.js'));

/** The view of a list; few links lead to one. */
export const listPlace = lazyComponent(
  async () => (await (await loadSearch()).loadListPlace()).ListPlace,
);

/** Prefetches what a search needs; a failed load is retried on demand. */
export function prefetchSearch(): void {
  const parts = [resultSkeleton, nextSteps, resultCard].map((part) => part.preload());
  Promise.all([loadSearch(), ...parts]).catch(() => undefined);
}

/**
 * Searches for a text's formats and yields every update up to the result and after it. The result's
 * code is loaded by the time the result arrives.
 * @throws ApiFailure, ChunkLoadError
 */
export async function* findFormats(
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<SearchUpdate> {
  const shown = resultCard.preload();
  // A failure is reported where the code is needed.
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
