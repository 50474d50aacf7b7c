import { DomainError } from '../../infra/errors/domain-error.js';

/**
 * Start and end of a clip, in whole milliseconds from the start of the item. That is finer than any
 * frame, and the finest that visitors can enter.
 */
export interface ClipRange {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * @param start in seconds, as requested.
 * @returns a range of at least one millisecond.
 */
export function clipRangeOf({ start, end }: { start: number; end: number }): ClipRange {
  const startMs = Math.round(start * 1000);
  return { startMs, endMs: Math.max(startMs + 1, Math.round(end * 1000)) };
}

/**
 * Limits a clip to the item by cutting off an end beyond it.
 * @throws DomainError CLIP_OUTSIDE, with the item's duration, for a clip that would start at or
 * after the item's end.
 */
export function limitToItem({ startMs, endMs }: ClipRange, itemSeconds: number): ClipRange {
  const itemMs = Math.round(itemSeconds * 1000);
  if (startMs >= itemMs) {
    // Round down, so that the reported duration is valid as an end.
    throw new DomainError('CLIP_OUTSIDE', { values: { seconds: Math.floor(itemMs / 100) / 10 } });
  }
  return { startMs, endMs: Math.min(endMs, itemMs) };
}

/**
 * A range as "1m05s-1m35.5s", for titles and file names, without characters that are not allowed
 * there.
 */
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
