import type { FrameTable, Shown } from './frame-table.js';
import type { Traits } from './picture-traits.js';

/** A fetched picture, and which of its frames are wanted. */
export interface PictureSource {
  readonly path: string;
  readonly traits: Traits;
  /** Where ffmpeg takes the beginning of the file to be, seconds by its clock. */
  readonly begins: number;
  /** It can be read from the middle on; an excerpt is read from its start to its end. */
  readonly canSeek: boolean;
  readonly table: FrameTable;
  readonly shown: Shown;
  /**
   * Where a frame at an edge stands on screen for long beyond it: the stretch itself, seconds by the
   * clock of the file. Null for pictures that move, whose clips go from frame to frame.
   */
  readonly held: { readonly from: number; readonly to: number } | null;
}

/** Less than any two frames lie apart, and more than times are rounded by, seconds. */
const APART = 0.0004;
/** Seeking may land a little late where a container has no index, seconds. */
const EARLIER = 2;

/** A moment of a picture in seconds, by the clock of its file. */
export function secondsOf({ table }: Pick<PictureSource, 'table'>, ticks: number): number {
  return (ticks * table.over) / table.under;
}

/** Options of an input that is read from a while before a moment on. @param moment seconds by the clock of the file. */
export function readFrom(
  { begins, canSeek }: Pick<PictureSource, 'begins' | 'canSeek'>,
  moment: number,
): string[] {
  const since = moment - begins - EARLIER;
  return since <= 0 || !canSeek ? [] : ['-noaccurate_seek', '-ss', since.toFixed(6)];
}

/** After reading up to a moment of showing, the packets shown before it have all come, seconds. */
const LATER = 5;

/** Options of an input that is read around a stretch. @param from @param to seconds by the clock of the file. */
export function readAround(
  source: Pick<PictureSource, 'begins' | 'canSeek'>,
  { from, to }: { from: number; to: number },
): string[] {
  const seek = readFrom(source, from);
  const since = seek.length === 0 ? source.begins : Number(seek.at(-1)) + source.begins;
  return [...seek, '-t', Math.max(LATER, to - since + LATER).toFixed(6)];
}

/** The last key frame that is shown at or before a moment, ticks; the moment itself where there is none. */
export function keyBefore({ table }: Pick<PictureSource, 'table'>, ticks: number): number {
  return table.packets.reduce(
    (latest, { pts, isKey }) =>
      isKey && pts !== null && pts <= ticks && (pts > latest || latest === ticks) ? pts : latest,
    ticks,
  );
}

/** A filter that lets the frames from one to another through, both among them. */
export function framesBetween(
  source: Pick<PictureSource, 'table'>,
  { first, last }: { first: number; last: number },
): string {
  const [from, to] = [secondsOf(source, first) - APART, secondsOf(source, last) + APART];
  return `select=between(t\\,${from.toFixed(6)}\\,${to.toFixed(6)})`;
}
