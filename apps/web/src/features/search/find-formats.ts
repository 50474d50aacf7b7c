import { lazyComponent } from '../../lib/lazy-component.js';
import { fetchPart } from '../../lib/stale-build.js';
import type { Question, SearchUpdate } from './search-video.js';

/** What shows the formats: needed by those who search, and loaded while the server looks for them. */
export const resultCard = lazyComponent(
  async () => (await import('./result/result-card.js')).ResultCard,
);

/** What stands in its place until then. */
export const resultSkeleton = lazyComponent(
  async () => (await import('./result/result-skeleton.js')).ResultSkeleton,
);

/** What can be done about a failed search. */
export const nextSteps = lazyComponent(async () => (await import('./next-steps.js')).NextSteps);

/** The schemas of the reply are heavy and needed only by those who search. */
const loadSearch = () => fetchPart(() => import('./search-video.js'));

/** What shows a list: of use to the few whose link has several things behind it. */
export const listPlace = lazyComponent(
  async () => (await (await loadSearch()).loadListPlace()).ListPlace,
);

/** Fetches what a search needs, for a visitor who is about to; what fails is asked for again. */
export function prefetchSearch(): void {
  const parts = [resultSkeleton, nextSteps, resultCard].map((part) => part.preload());
  Promise.all([loadSearch(), ...parts]).catch(() => undefined);
}

/**
 * Asks for the formats of a text, and gives what is told about it until they are there, and after.
 * By the time of the result it can be shown at once.
 * @throws ApiFailure, ChunkLoadError
 */
export async function* findFormats(
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<SearchUpdate> {
  const shown = resultCard.preload();
  // Told where it matters.
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
