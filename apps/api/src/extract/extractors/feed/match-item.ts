import { plainLine } from '../page/plain-text.js';
import type { FeedItem } from './feed.js';

/** What is known of the episode that is looked for. */
export interface WantedEpisode {
  readonly title: string;
  readonly guid?: string | null;
  readonly durationSeconds: number | null;
  /** Milliseconds since 1970. */
  readonly publishedAt: number | null;
}

/** Sites take in new episodes within hours, and name days in the time zone they like. */
const SAME_DAYS_MS = 2 * 86_400_000;
/** Advertisements put in for one listener make two copies of an episode differ this much. */
const SAME_LENGTH = 0.1;

/**
 * A title or name as it is compared: letters and digits alone, in one case and one spelling. Empty
 * for what has neither; that is like nothing else.
 */
export function comparable(text: string | null | undefined): string {
  return (plainLine(text) ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

/** Whether an item may be the episode, by its id or its title alone. */
export function mayBe({ guid, titles }: FeedItem, wanted: WantedEpisode): boolean {
  const name = comparable(wanted.title);
  const isSameId = guid !== null && guid === wanted.guid;
  return isSameId || (name !== '' && titles.some((title) => comparable(title) === name));
}

/**
 * The episode among the items that may be it: the one with its id, else the only one with its title
 * that date and duration do not speak against. Of several the one that both speak for.
 * @returns null rather than a guess.
 */
export function matchItem(items: readonly FeedItem[], wanted: WantedEpisode): FeedItem | null {
  const byId = items.filter(({ guid }) => guid !== null && guid === wanted.guid);
  if (byId.length === 1) {
    return byId[0] ?? null;
  }
  const named = items.filter((item) => mayBe(item, wanted));
  const [only] = named;
  if (named.length === 1 && only !== undefined) {
    return isContradicted(only, wanted) ? null : only;
  }
  const confirmed = named.filter((item) => isConfirmed(item, wanted));
  return confirmed.length === 1 ? (confirmed[0] ?? null) : null;
}

/** Whether date or duration speak for an item, and neither against it. */
export function isConfirmed(item: FeedItem, wanted: WantedEpisode): boolean {
  const signs = signsOf(item, wanted);
  return signs.includes(true) && !signs.includes(false);
}

/** What date and duration say: true for, false against, null where one of the two is unknown. */
function signsOf(item: FeedItem, wanted: WantedEpisode): readonly (boolean | null)[] {
  const between = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? null : Math.abs(one - other);
  const days = between(item.publishedAt, wanted.publishedAt);
  const seconds = between(item.durationSeconds, wanted.durationSeconds);
  return [
    days === null ? null : days <= SAME_DAYS_MS,
    seconds === null ? null : seconds <= SAME_LENGTH * (wanted.durationSeconds ?? 0),
  ];
}

/** Both speak against it: another episode of that name, or another podcast's. */
function isContradicted(item: FeedItem, wanted: WantedEpisode): boolean {
  return signsOf(item, wanted).every((sign) => sign === false);
}
