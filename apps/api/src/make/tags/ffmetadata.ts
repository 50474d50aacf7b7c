import { type Tags, tagText } from './tags.js';

/**
 * Maximum number of chapters. ID3's table of contents and Nero's chapter list store the number in
 * one byte.
 */
const MAX_CHAPTERS = 255;
/**
 * Chapters that start after this many seconds are dropped, because `clock` counts only up to a day.
 */
const LATEST_SECONDS = 86_400;
/** Chapters of fewer seconds are mistakes, and are dropped. */
const LEAST_SECONDS = 0.001;

interface Content {
  /** Duration of the file in seconds; null when unknown. */
  readonly seconds: number | null;
  /** Additional tags by name, for data that ffmpeg cannot write in any other way. */
  readonly more?: Readonly<Record<string, string>>;
}

interface Stretch {
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Tags and chapters in ffmpeg's `ffmetadata` format (ffmpeg-formats, "Metadata"). ffmpeg reads them
 * from a file, because they may be too long for an argument.
 */
export function ffmetadata(tags: Tags, { seconds, more = {} }: Content): string {
  const given: readonly (readonly [string, string | number | null])[] = [
    ['title', tags.title],
    ['artist', tags.artist],
    ['album', tags.album],
    ['track', tags.track],
    ['season_number', tags.season],
    // ID3 has no tag for the season; players show the disc number instead.
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
 * Chapters as Vorbis comments ("Chapter Extension", xiph.org), which ffmpeg reads from FLAC but
 * does not write.
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

/** The chapters that lie within the file. Each ends where the next one begins. */
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
      // If the duration is unknown, let the last chapter last one second, so that it is not dropped
      // as too short.
      const last = Number.isFinite(end) ? end : chapter.start + 1;
      return { ...chapter, end: starts[at + 1]?.start ?? last };
    })
    .filter(({ start, end: over }) => over - start >= LEAST_SECONDS);
}

/**
 * Escapes a value. ffmpeg continues a line that ends with a backslash, even an escaped one, so a
 * space is added.
 */
function escaped(text: string): string {
  return text.replace(/\\$/, '\\ ').replace(/[=;#\\\n]/g, '\\$&');
}

function ms(seconds: number): number {
  return Math.round(seconds * 1000);
}

/** Formats a time as "01:02:03.500". */
function clock(seconds: number): string {
  return new Date(ms(seconds)).toISOString().slice(11, 23);
}
