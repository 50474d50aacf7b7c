import type { VideoInfo } from '@dipper/contract';
import { lazyComponent } from '../../lib/lazy-component.js';
import { fetchPart } from '../../lib/stale-build.js';

/** What shows the formats: needed by those who search, and loaded while the server looks for them. */
export const resultCard = lazyComponent(async () => (await import('./result-card.js')).ResultCard);

/** The schemas of the reply are heavy and needed only by those who search. */
const loadSearch = () => fetchPart(() => import('./search-video.js'));

/** Fetches what a search needs, for a visitor who is about to; what fails is asked for again. */
export function expectSearch(): void {
  Promise.all([loadSearch(), resultCard.preload()]).catch(() => undefined);
}

/** Asks for the formats of a text; they can be shown at once. @throws ApiFailure, MissingPart */
export async function findFormats(text: string, signal: AbortSignal): Promise<VideoInfo> {
  const found = loadSearch().then(({ searchVideo }) => searchVideo(text, signal));
  const [info] = await Promise.all([found, resultCard.preload()]);
  return info;
}
