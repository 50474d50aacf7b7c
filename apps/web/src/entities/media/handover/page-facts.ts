import type { Chapter, Subtitles, VideoInfo } from '@dipper/contract';

/** An item's metadata that is not in a preview's query. */
export interface PageFacts {
  /** The name of the show, or else of the uploader. */
  readonly by: string | null;
  readonly chapters: readonly Chapter[];
  readonly subtitles?: readonly Subtitles[];
  /** Identifies the item in requests for its subtitles; null if unknown. */
  readonly offerId?: string | null;
}

const MAX_PAGES = 5;
/** Limits that protect against hostile pages. */
const MAX_CHAPTERS = 300;
const MAX_SUBTITLES = 200;
const MAX_LETTERS = 200;

/** The facts of one page, within the limits. */
export type LeftFacts = Required<PageFacts> & { readonly link: string };

/** Adds the facts of one page to those of the last pages, newest first. */
export function withFacts(
  others: readonly LeftFacts[],
  link: string,
  { by, chapters, subtitles = [], offerId = null }: PageFacts,
): readonly LeftFacts[] {
  const facts = {
    link,
    by: by?.slice(0, MAX_LETTERS) ?? null,
    chapters: chapters
      .slice(0, MAX_CHAPTERS)
      .map(({ title, start }) => ({ title: title.slice(0, MAX_LETTERS), start })),
    // Filtered instead of truncated, because a shortened tag would be another language.
    subtitles: subtitles
      .filter(({ language }) => language.length <= MAX_LETTERS)
      .slice(0, MAX_SUBTITLES)
      .map((one) => ({ ...one, name: one.name?.slice(0, MAX_LETTERS) ?? null })),
    offerId,
  };
  return [facts, ...others.filter((other) => other.link !== link)].slice(0, MAX_PAGES);
}

/** Returns the facts of a result. */
export function factsOf({ series, uploader, chapters, subtitles, formats }: VideoInfo): PageFacts {
  const offerId = formats.map(({ offer_id }) => offer_id).find((id) => id !== '') ?? null;
  return { by: series ?? uploader, chapters, subtitles, offerId };
}

/** Parses stored facts and drops anything else. */
export function parsedFacts(text: string | null): readonly LeftFacts[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isFacts).slice(0, MAX_PAGES) : [];
  } catch {
    return [];
  }
}

function isFacts(value: unknown): value is LeftFacts {
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
