/**
 * Start and end within an item, in whole milliseconds: finer than any frame, and what visitors
 * can type.
 */
export interface ClipRange {
  readonly startMs: number;
  readonly endMs: number;
}

/** An end up to this much past the item's end is accepted, milliseconds: pages round. */
export const SLACK_MS = 1000;

/** @param start seconds, as in the wish. @returns at least one millisecond. */
export function clipRangeOf({ start, end }: { start: number; end: number }): ClipRange {
  const startMs = Math.round(start * 1000);
  return { startMs, endMs: Math.max(startMs + 1, Math.round(end * 1000)) };
}

/**
 * Limits a clip's range to the item.
 * @returns null when it begins at or after the end, or ends more than the slack beyond it.
 */
export function limitToItem({ startMs, endMs }: ClipRange, itemSeconds: number): ClipRange | null {
  const itemMs = Math.round(itemSeconds * 1000);
  return startMs >= itemMs || endMs > itemMs + SLACK_MS
    ? null
    : { startMs, endMs: Math.min(endMs, itemMs) };
}

/** "1m05s-1m35.5s": for file names and titles, without characters that file names forbid. */
export function clipRangeText({ startMs, endMs }: ClipRange): string {
  return `${momentText(startMs)}-${momentText(endMs)}`;
}

function momentText(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  const [whole, rest = ''] = ((ms % 60_000) / 1000).toFixed(3).split('.');
  const fraction = rest.replace(/(?<!0)0+$/, '');
  const seconds = fraction === '' ? `${whole}` : `${whole}.${fraction}`;
  const padded = hours + minutes > 0 && Number(whole) < 10 ? `0${seconds}` : seconds;
  return `${hours > 0 ? `${hours}h` : ''}${hours + minutes > 0 ? `${hours > 0 ? String(minutes).padStart(2, '0') : minutes}m` : ''}${padded}s`;
}
