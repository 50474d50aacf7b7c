import { plainLine } from '../page/plain-text.js';
import type { FeedItem } from './feed.js';

export interface WantedEpisode {
  readonly title: string;
  readonly guid?: string | null;
  readonly durationSeconds: number | null;
  /** Milliseconds since 1970. */
  readonly publishedAt: number | null;
}

/**
 * How far the dates of an episode may differ. Sites pick up new episodes within hours, and use any
 * time zone.
 */
const SAME_DAYS_MS = 2 * 86_400_000;
/**
 * The share by which the durations of two copies of an episode may differ, because of dynamic ad
 * insertion.
 */
const SAME_LENGTH = 0.1;

/**
 * Normalizes a title or name for comparison: keeps only letters and digits, in one case and
 * spelling. The result is empty if there are none, and an empty name matches nothing.
 */
export function comparableName(text: string | null | undefined): string {
  return (plainLine(text) ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

/** True if an item may be the episode, judging only by its id or title. */
export function couldMatch({ guid, titles }: FeedItem, wanted: WantedEpisode): boolean {
  const name = comparableName(wanted.title);
  const isSameId = guid !== null && guid === wanted.guid;
  return isSameId || (name !== '' && titles.some((title) => comparableName(title) === name));
}

/**
 * Finds the episode. That is the item with its id, or else the only item with its title, unless
 * both the date and the duration contradict it. If several items have the title, it is the one
 * whose date or duration matches.
 * @returns null if the match is not certain
 */
export function matchItem(items: readonly FeedItem[], wanted: WantedEpisode): FeedItem | null {
  const byId = items.filter(({ guid }) => guid !== null && guid === wanted.guid);
  if (byId.length === 1) {
    return byId[0] ?? null;
  }
  const named = items.filter((item) => couldMatch(item, wanted));
  const [only] = named;
  if (named.length === 1 && only !== undefined) {
    return isContradicted(only, wanted) ? null : only;
  }
  const confirmed = named.filter((item) => isConfirmed(item, wanted));
  return confirmed.length === 1 ? (confirmed[0] ?? null) : null;
}

export function isConfirmed(item: FeedItem, wanted: WantedEpisode): boolean {
  const signs = signsOf(item, wanted);
  return signs.includes(true) && !signs.includes(false);
}

/**
 * Compares the date and the duration. Each result is true for a match, false for a contradiction,
 * and null if one side is unknown.
 */
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

/**
 * True if both the date and the duration differ, so that a different episode or podcast must have
 * the same name.
 */
function isContradicted(item: FeedItem, wanted: WantedEpisode): boolean {
  return signsOf(item, wanted).every((sign) => sign === false);
}
