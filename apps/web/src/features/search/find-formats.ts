import type { SearchUpdate } from '@dipper/client';
import type { I18n } from '../../i18n/create-i18n.js';
import { lazyComponent } from '../../lib/react/lazy-component.js';
import { ChunkLoadError, fetchPart } from '../../lib/browser/stale-build.js';
import type { WordedFailure } from './search-failure.js';
import type { Question } from './search-video.js';

const load = () => fetchPart(() => import('./after-submit.js'));

export const resultCard = lazyComponent(async () => (await load()).ResultCard);
export const resultSkeleton = lazyComponent(async () => (await load()).ResultSkeleton);
/** Actions offered after a failed search. */
export const nextSteps = lazyComponent(async () => (await load()).NextSteps);
/** A search's progress and outcome in words. */
export const searchWords = lazyComponent(async () => (await load()).SearchWords);
export const listPlace = lazyComponent(async () => (await load()).loadListPlace());

/**
 * Prefetches the code for a search. Failed loads are retried on demand.
 * @returns a promise that resolves once everything has loaded or failed
 */
export async function prefetchSearch(): Promise<void> {
  const parts = [resultSkeleton, nextSteps, resultCard, searchWords];
  await Promise.allSettled(parts.map((part) => part.preload()));
}

/** Prefetches the texts of errors. Failed loads are retried on the next error. */
export function prefetchErrors(i18n: I18n): void {
  load().then(
    ({ prefetchErrorWords }) => prefetchErrorWords(i18n),
    () => undefined,
  );
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
  const { searchVideo } = await load();
  for await (const update of searchVideo(question, signal)) {
    if (update.type === 'result') {
      await Promise.all([resultCard.preload(), searchWords.preload()]);
    } else if (update.type === 'list') {
      await listPlace.preload();
    }
    yield update;
  }
}

/** Returns the message of a failed search, in the page's language, and its next step. */
export async function failureOf(error: unknown, i18n: I18n): Promise<WordedFailure> {
  if (error instanceof ChunkLoadError) {
    const t = i18n.getFixedT(i18n.language, 'search');
    const sentence = t('messages.error');
    return { error: t('form.offline', { sentence }), step: { againInSeconds: 0 } };
  }
  return (await load()).failureWords(error, i18n);
}
