/**
 * What is needed once a link has been submitted. One chunk, which is prefetched: the replies' schemas
 * are large, and the form is usable without it.
 */
export { prefetchErrorWords } from '../../i18n/errors/load-error-words.js';
export { NextSteps } from './next-steps.js';
export { ResultCard } from './result/result-card.js';
export { ResultSkeleton } from './result/result-skeleton.js';
export { failureWords } from './search-failure.js';
export { searchVideo } from './search-video.js';
export { SearchWords } from './search-words.js';

/** Loaded on demand, because few links lead to a list. */
export const loadListPlace = async () => (await import('./list/list-place.js')).ListPlace;
