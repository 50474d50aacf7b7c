import { type Tags, tagText } from './tags.js';

/** ID3's table of contents and Nero's list of chapters count in one byte. */
const MAX_CHAPTERS = 255;
/** Chapters begin no later where nobody knows how long the file is, seconds: clocks have two digits for hours. */
const LATEST_SECONDS = 86_400;
/** Shorter than this a chapter is a mistake, seconds. */
const LEAST_SECONDS = 0.001;

/** More to be written into the file, and how long it lasts. */
interface Content {
  /** Of the file, seconds; null when nobody knows. */
  readonly seconds: number | null;
  /** Comments by their names, as formats know them that have no other place. */
  readonly more?: Readonly<Record<string, string>>;
}

/** A chapter with its end. */
interface Stretch {
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Tags and chapters in the format of ffmpeg's `ffmetadata` (ffmpeg-formats, "Metadata"): read from a
 * file, they may be longer than an argument of a program.
 */
export function ffmetadata(tags: Tags, { seconds, more = {} }: Content): string {
  const given: readonly (readonly [string, string | number | null])[] = [
    ['title', tags.title],
    ['artist', tags.artist],
    ['album', tags.album],
    ['track', tags.track],
    ['season_number', tags.season],
    // ID3 has no season: players show the disc in its place.
    ['disc', tags.season],
    ['date', /^\d{4}(-\d\d){0,2}$/.test(tags.date ?? '') ? tags.date : null],
    ['comment', tags.address],
  ];
  const lines = given.flatMap(([key, value]) => {
    const text = value === null ? '' : tagText(String(value));
    return text === '' ? [] : [`${key}=${escaped(text)}`];
  });
  const others = Object.entries(more).map(([key, value]) => `${key}=${escaped(value)}`);
  const chapters = stretches(tags, seconds).map(({ title, start, end }) =>
    [
      '[CHAPTER]',
      'TIMEBASE=1/1000',
      `START=${ms(start)}`,
      `END=${ms(end)}`,
      `title=${escaped(title)}`,
    ].join('\n'),
  );
  return [';FFMETADATA1', ...lines, ...others, ...chapters, ''].join('\n');
}

/**
 * Chapters as comments of Vorbis ("Chapter Extension", xiph.org), which ffmpeg reads from FLAC and
 * does not write there.
 */
export function chapterComments(tags: Tags, seconds: number | null): Record<string, string> {
  return Object.fromEntries(
    stretches(tags, seconds).flatMap(({ title, start }, index) => {
      const key = `CHAPTER${String(index + 1).padStart(3, '0')}`;
      return [
        [key, clock(start)],
        [`${key}NAME`, title],
      ];
    }),
  );
}

/** Chapters that lie within the file, each up to the next. */
function stretches({ chapters }: Tags, seconds: number | null): Stretch[] {
  const end = seconds ?? Infinity;
  const latest = Math.min(end, LATEST_SECONDS);
  const starts = chapters
    .filter(({ startSeconds }) => startSeconds >= 0 && startSeconds < latest)
    .map(({ title, startSeconds }) => ({ title: tagText(title), start: startSeconds }))
    .filter(({ title }) => title !== '')
    .sort((a, b) => a.start - b.start)
    .slice(0, MAX_CHAPTERS);
  return starts
    .map((chapter, at) => {
      // Of the last, where nobody knows: long enough to be one.
      const last = Number.isFinite(end) ? end : chapter.start + 1;
      return { ...chapter, end: starts[at + 1]?.start ?? last };
    })
    .filter(({ start, end: over }) => over - start >= LEAST_SECONDS);
}

/** ffmpeg takes a line that ends with a backslash to go on, escaped or not: a space comes between. */
function escaped(text: string): string {
  return text.replace(/\\$/, '\\ ').replace(/[=;#\\\n]/g, '\\$&');
}

function ms(seconds: number): number {
  return Math.round(seconds * 1000);
}

/** "01:02:03.500" */
function clock(seconds: number): string {
  return new Date(ms(seconds)).toISOString().slice(11, 23);
}
