import type { Chapter, Format, Subtitles, VideoInfo } from '@dipper/contract';
import { readSession, writeSession } from '../../../lib/browser/session-store.js';
import { createStore } from '../../../lib/state/store.js';

/** A format from which other files can be made. */
export interface KnownOffer {
  readonly offerId: string;
  /** The media URL of a format that is a plain file; null if a task makes the file. */
  readonly url: string | null;
  /** False only if the file is known to be silent. */
  readonly hasAudio: boolean;
}

/** Metadata of an item that a preview's query does not contain. */
export interface PageFacts {
  /** The show, otherwise the uploader. */
  readonly by: string | null;
  readonly chapters: readonly Chapter[];
  readonly subtitles?: readonly Subtitles[];
  /** Identifies the item in requests for its subtitles; null if unknown. */
  readonly offerId?: string | null;
  readonly offers?: readonly KnownOffer[];
}

const MAX_PAGES = 5;
/** Limits that protect against hostile pages. */
const MAX_CHAPTERS = 300;
const MAX_SUBTITLES = 200;
const MAX_LETTERS = 200;
const MAX_OFFERS = 40;
/** In characters. Longer URLs are left out: if shortened, they would match nothing. */
const MAX_URL = 2000;

/** The facts of one page, limited in size. */
export type LeftFacts = Required<PageFacts> & { readonly link: string };

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
    record.set(parsedFacts(readSession(FACTS_KEY)));
  }
  return record.get();
}

/** Stores a page's facts for the preview of one of its formats. */
export function leaveFacts(link: string, facts: PageFacts): void {
  const all = withFacts(allFacts(), link, facts);
  record.set(all);
  writeSession(FACTS_KEY, JSON.stringify(all));
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

/** Parses stored facts, dropping everything invalid. */
function parsedFacts(text: string | null): readonly LeftFacts[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isFacts).slice(0, MAX_PAGES) : [];
  } catch {
    return [];
  }
}

function isFacts(value: unknown): value is LeftFacts {
  const { link, by, chapters, subtitles, offerId, offers } = Object(value) as Record<
    string,
    unknown
  >;
  return (
    typeof link === 'string' &&
    (by === null || typeof by === 'string') &&
    Array.isArray(chapters) &&
    chapters.every(isChapter) &&
    Array.isArray(subtitles) &&
    subtitles.every(isSubtitles) &&
    (offerId === null || typeof offerId === 'string') &&
    Array.isArray(offers) &&
    offers.every(isOffer)
  );
}

function isOffer(value: unknown): value is KnownOffer {
  const { offerId, url, hasAudio } = Object(value) as Record<string, unknown>;
  return (
    typeof offerId === 'string' &&
    (url === null || typeof url === 'string') &&
    typeof hasAudio === 'boolean'
  );
}

function isChapter(value: unknown): value is Chapter {
  const { title, start } = Object(value) as Record<string, unknown>;
  return typeof title === 'string' && typeof start === 'number';
}

function isSubtitles(value: unknown): value is Subtitles {
  const { language, name, machine } = Object(value) as Record<string, unknown>;
  return (
    typeof language === 'string' &&
    (name === null || typeof name === 'string') &&
    typeof machine === 'boolean'
  );
}
