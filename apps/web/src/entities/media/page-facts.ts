import type { Chapter, Subtitles, VideoInfo } from '@dipper/contract';
import { readSession, writeSession } from '../../lib/browser/session-store.js';

/** An item's metadata that a preview's query does not carry. */
export interface PageFacts {
  /** The show, else the uploader. */
  readonly by: string | null;
  readonly chapters: readonly Chapter[];
  readonly subtitles?: readonly Subtitles[];
  /** Identifies the item in wishes for its subtitles; null if unknown. */
  readonly offerId?: string | null;
}

const KEY = 'page-facts';
const MAX_PAGES = 5;
/** Limits against hostile pages. */
const MAX_CHAPTERS = 300;
const MAX_SUBTITLES = 200;
const MAX_LETTERS = 200;

type Kept = Required<PageFacts> & { readonly link: string };
/** Works even if storage is blocked. */
let inMemory: readonly Kept[] = [];

/** Stores a page's facts from a search for the preview of one of its formats. */
export function keepPageFacts(link: string, known: PageFacts): void {
  const { by, chapters, subtitles = [], offerId = null } = known;
  const facts = {
    link,
    by: by?.slice(0, MAX_LETTERS) ?? null,
    chapters: chapters
      .slice(0, MAX_CHAPTERS)
      .map(({ title, start }) => ({ title: title.slice(0, MAX_LETTERS), start })),
    // Filtered, not truncated: a shortened tag would be another language.
    subtitles: subtitles
      .filter(({ language }) => language.length <= MAX_LETTERS)
      .slice(0, MAX_SUBTITLES)
      .map((one) => ({ ...one, name: one.name?.slice(0, MAX_LETTERS) ?? null })),
    offerId,
  };
  inMemory = [facts, ...keptFacts().filter((kept) => kept.link !== link)].slice(0, MAX_PAGES);
  writeSession(KEY, JSON.stringify(inMemory));
}

/** Stores a result's facts for the preview of any of its formats. */
export function keepFactsOf(info: VideoInfo): void {
  const { webpage_url, series, uploader, chapters, subtitles, formats } = info;
  const offerId = formats.map(({ offer_id }) => offer_id).find((id) => id !== '') ?? null;
  keepPageFacts(webpage_url, { by: series ?? uploader, chapters, subtitles, offerId });
}

/** The facts stored about a page in this tab; null if there are none. */
export function pageFacts(link: string): Required<PageFacts> | null {
  return keptFacts().find((kept) => kept.link === link) ?? null;
}

function keptFacts(): readonly Kept[] {
  if (inMemory.length === 0) {
    inMemory = parsed(readSession(KEY) ?? '[]');
  }
  return inMemory;
}

function parsed(text: string): readonly Kept[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isKept).slice(0, MAX_PAGES) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is Kept {
  const { link, by, chapters, subtitles, offerId } = Object(value) as Record<string, unknown>;
  return (
    typeof link === 'string' &&
    (by === null || typeof by === 'string') &&
    Array.isArray(chapters) &&
    chapters.every(isChapter) &&
    Array.isArray(subtitles) &&
    subtitles.every(isSubtitles) &&
    (offerId === null || typeof offerId === 'string')
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
