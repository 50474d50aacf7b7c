import { chapterSchema, type Format, subtitlesSchema, type VideoInfo } from '@dipper/contract';
import * as z from 'zod/mini';
import { tabStore } from '../../../lib/browser/browser-store.js';
import { createStore } from '../../../lib/state/store.js';

/** A format from which other files can be made. */
const offerSchema = z.object({
  offerId: z.string(),
  /** The media URL of a format that is a plain file; null if a task makes the file. */
  url: z.nullable(z.string()),
  /** False only if the file is known to be silent. */
  hasAudio: z.boolean(),
});
type KnownOffer = Readonly<z.infer<typeof offerSchema>>;

/** Metadata of an item that a preview's query does not contain. */
const factsSchema = z.object({
  /** The item's page. */
  link: z.string(),
  /** The show, otherwise the uploader. */
  by: z.nullable(z.string()),
  chapters: z.array(chapterSchema),
  subtitles: z.array(subtitlesSchema),
  /** Identifies the item in requests for its subtitles; null if unknown. */
  offerId: z.nullable(z.string()),
  offers: z.array(offerSchema),
});
type LeftFacts = Readonly<z.infer<typeof factsSchema>>;
type PageFacts = Pick<LeftFacts, 'by' | 'chapters'> &
  Partial<Pick<LeftFacts, 'subtitles' | 'offerId' | 'offers'>>;

const MAX_PAGES = 5;
/** Limits that protect against hostile pages. */
const MAX_CHAPTERS = 300;
const MAX_SUBTITLES = 200;
const MAX_LETTERS = 200;
const MAX_OFFERS = 40;
/** In characters. Longer URLs are left out: if shortened, they would match nothing. */
const MAX_URL = 2000;

/** Session storage key. The facts survive a reload. */
const FACTS_KEY = 'page-facts';

/** Facts about the pages whose formats were shown last, newest first. */
const record = createStore<readonly LeftFacts[]>([]);

function withFacts(
  others: readonly LeftFacts[],
  link: string,
  { by, chapters, subtitles = [], offerId = null, offers = [] }: PageFacts,
): readonly LeftFacts[] {
  const facts = {
    link,
    by: by?.slice(0, MAX_LETTERS) ?? null,
    chapters: chapters
      .slice(0, MAX_CHAPTERS)
      .map(({ title, start }) => ({ title: title.slice(0, MAX_LETTERS), start })),
    // Filter instead of truncating, because a shortened tag would be another language.
    subtitles: subtitles
      .filter(({ language }) => language.length <= MAX_LETTERS)
      .slice(0, MAX_SUBTITLES)
      .map((one) => ({ ...one, name: one.name?.slice(0, MAX_LETTERS) ?? null })),
    offerId,
    offers: offers
      .filter(({ offerId: id, url }) => id.length <= MAX_LETTERS && (url ?? '').length <= MAX_URL)
      .slice(0, MAX_OFFERS),
  };
  return [facts, ...others.filter((other) => other.link !== link)].slice(0, MAX_PAGES);
}

function allFacts(): readonly LeftFacts[] {
  if (record.get().length === 0) {
    record.set(storedFacts());
  }
  return record.get();
}

/** Stores a page's facts for the preview of one of its formats. */
export function leaveFacts(link: string, facts: PageFacts): void {
  const all = withFacts(allFacts(), link, facts);
  record.set(all);
  tabStore.write(FACTS_KEY, all);
}

/** Stores a result's facts for the preview of any of its formats. */
export function leaveFactsOf(info: VideoInfo): void {
  leaveFacts(info.webpage_url, factsOf(info));
}

export function leftFacts(link: string): LeftFacts | null {
  return allFacts().find((facts) => facts.link === link) ?? null;
}

function factsOf({ series, uploader, chapters, subtitles, formats }: VideoInfo): PageFacts {
  const offerId = formats.map(({ offer_id }) => offer_id).find((id) => id !== '') ?? null;
  const offers = formats.filter(({ offer_id }) => offer_id !== '').map(knownOffer);
  return { by: series ?? uploader, chapters, subtitles, offerId, offers };
}

function knownOffer({ kind, offer_id: offerId, url, has_audio: hasAudio }: Format): KnownOffer {
  return { offerId, url: kind === 'direct' ? url : null, hasAudio };
}

/** Returns the stored facts without anything invalid. */
function storedFacts(): readonly LeftFacts[] {
  const value = tabStore.read(FACTS_KEY);
  return (Array.isArray(value) ? value : [])
    .flatMap((one) => factsSchema.safeParse(one).data ?? [])
    .slice(0, MAX_PAGES);
}

/** Session storage key. Only the titles of the last zip are kept. */
const TITLES_KEY = 'entry-titles';

const titlesSchema = z.object({ taskId: z.string(), titles: z.record(z.string(), z.string()) });
/** Titles of a zip's entries by id. */
type Titles = Readonly<Record<string, string>>;

/**
 * Stores the titles of a zip's entries for its page. The server does not know the titles of pasted
 * links until it reads their pages, which is exactly what fails for missing entries.
 */
export function leaveEntryTitles(taskId: string, titles: Titles): void {
  tabStore.write(TITLES_KEY, { taskId, titles });
}

/** Returns the titles stored for a zip; none if it was not made in this tab. */
export function leftEntryTitles(taskId: string): Titles {
  const { data } = titlesSchema.safeParse(tabStore.read(TITLES_KEY));
  return data?.taskId === taskId ? data.titles : {};
}
