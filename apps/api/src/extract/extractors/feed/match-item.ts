import { plainLine } from '../page/plain-text.js';
import type { FeedItem } from './feed.js';

/** The known data of the episode to find. */
export interface WantedEpisode {
  readonly title: string;
  readonly guid?: string | null;
  readonly durationSeconds: number | null;
  /** Milliseconds since 1970. */
  readonly publishedAt: number | null;
}

/** Sites pick up new episodes within hours and use dates of any time zone. */
const SAME_DAYS_MS = 2 * 86_400_000;
/** Dynamic ad insertion makes two copies of an episode differ by up to this much. */
const SAME_LENGTH = 0.1;

/**
 * A title or name normalized for comparison: only letters and digits, in one case and spelling. Empty
 * if it has neither; an empty one matches nothing.
 */
export function comparableName(text: string | null | undefined): string {
  return (plainLine(text) ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

/** Whether an item may be the episode, judged by its id or title alone. */
export function couldMatch({ guid, titles }: FeedItem, wanted: WantedEpisode): boolean {
  const name = comparableName(wanted.title);
  const isSameId = guid !== null && guid === wanted.guid;
  return isSameId || (name !== '' && titles.some((title) => comparableName(title) === name));
}

/**
 * Finds the episode: the item with its id, else the only one with its title unless date and duration
 * both contradict it. Of several with its title, the one that date or duration confirms.
 * @returns null rather than a guess.
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

/** Whether date or duration matches, and neither contradicts. */
export function isConfirmed(item: FeedItem, wanted: WantedEpisode): boolean {
  const signs = signsOf(item, wanted);
  return signs.includes(true) && !signs.includes(false);
}

/**
 * Compares date and duration: true for a match, false for a contradiction, null if either side is
 * unknown.
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

/** Whether both differ: then it is another episode of that name, or another podcast's. */
function isContradicted(item: FeedItem, wanted: WantedEpisode): boolean {
  return signsOf(item, wanted).every((sign) => sign === false);
}
