import type { FrameTable, ShownFrames } from './frame-table.js';
import type { Traits } from './picture-traits.js';

/** A fetched video, and the frames that the clip needs from it. */
export interface PictureSource {
  readonly path: string;
  readonly traits: Traits;
  /** ffmpeg's start time of the file, seconds on the file's own clock. */
  readonly begins: number;
  /** True if reading can start in the middle. Some excerpts have to be read from the start. */
  readonly canSeek: boolean;
  readonly table: FrameTable;
  readonly shown: ShownFrames;
  /**
   * Start and end of the clip on the file's clock, in seconds, if its first or last frame stays on
   * screen far beyond it. Null for moving video, whose clips are cut at frames.
   */
  readonly held: { readonly from: number; readonly to: number } | null;
}

/**
 * In seconds; shorter than the gap between any two frames, but longer than the rounding error of
 * times.
 */
const APART = 0.0004;
/** How much earlier to seek, in seconds: without an index, ffmpeg may seek to a later position. */
const EARLIER = 2;

/** Ticks as seconds, on the file's clock. */
export function secondsOf({ table }: Pick<PictureSource, 'table'>, ticks: number): number {
  return (ticks * table.over) / table.under;
}

/**
 * Input options that start reading a little before a moment.
 * @param moment seconds on the file's clock.
 */
export function readFrom(
  { begins, canSeek }: Pick<PictureSource, 'begins' | 'canSeek'>,
  moment: number,
): string[] {
  const since = moment - begins - EARLIER;
  return since <= 0 || !canSeek ? [] : ['-noaccurate_seek', '-ss', since.toFixed(6)];
}

/** Decoding ends this many seconds after the last frame, or one tick after it if that is longer. */
const LEAST_LATER = 0.1;
/** How many seconds past a moment to read, so that no packet shown before that moment is missed. */
const LATER = 5;

/**
 * Input options for copying the packets around a clip. Not for decoding: `-t` then counts from the
 * first decoded frame, which is up to a group of pictures earlier.
 * @param from
 * @param to seconds on the file's clock.
 */
export function readAround(
  source: Pick<PictureSource, 'begins' | 'canSeek'>,
  { from, to }: { from: number; to: number },
): string[] {
  const seek = readFrom(source, from);
  const since = seek.length === 0 ? source.begins : Number(seek.at(-1)) + source.begins;
  return [...seek, '-t', Math.max(LATER, to - since + LATER).toFixed(6)];
}

/**
 * The last key frame shown at or before a moment, in ticks; the moment itself when there is none.
 */
export function keyBefore({ table }: Pick<PictureSource, 'table'>, ticks: number): number {
  return table.packets.reduce(
    (latest, { pts, isKey }) =>
      isKey && pts !== null && pts <= ticks && (pts > latest || latest === ticks) ? pts : latest,
    ticks,
  );
}

/**
 * A filter that passes the frames from `first` to `last`, inclusive, and then ends the stream, so
 * that ffmpeg stops reading.
 */
export function framesBetween(
  source: Pick<PictureSource, 'table'>,
  { first, last }: { first: number; last: number },
): string {
  const [from, to] = [secondsOf(source, first) - APART, secondsOf(source, last) + APART];
  // `trim` rounds its end to the stream's ticks, so it must end at least a tick later. It would also
  // end at a frame without a time; the first filter drops those.
  const end = to + Math.max(LEAST_LATER, secondsOf(source, 1));
  return [
    `select=gte(t\\,${from.toFixed(6)})`,
    `trim=end=${end.toFixed(6)}`,
    `select=lte(t\\,${to.toFixed(6)})`,
  ].join(',');
}
