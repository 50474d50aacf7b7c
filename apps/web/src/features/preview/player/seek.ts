/** How far each way of seeking goes, seconds. */
export const STEP = { arrow: 5, letter: 10, page: 60, back: 15, ahead: 30 } as const;

/** `to` inside of what there is; unknown and endless lengths (NaN, Infinity) have no end. */
export function clampTime(to: number, duration: number): number {
  const end = Number.isFinite(duration) ? duration : Infinity;
  return Number.isFinite(to) ? Math.max(0, Math.min(to, end)) : 0;
}

/** The share (0-1) of a length that is over. */
export function playedShare(time: number, duration: number): number {
  return duration > 0 && Number.isFinite(duration) ? clampTime(time, duration) / duration : 0;
}

/** The share (0-1) of a bar at which a pointer is; time runs from left to right in every script. */
export function pointedShare(x: number, { left, width }: Pick<DOMRect, 'left' | 'width'>): number {
  return width > 0 ? Math.max(0, Math.min((x - left) / width, 1)) : 0;
}

/** Where a key leads on the seek bar; null for other keys. */
export function keyedTime(key: string, time: number, duration: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: time - STEP.arrow,
    ArrowDown: time - STEP.arrow,
    ArrowRight: time + STEP.arrow,
    ArrowUp: time + STEP.arrow,
    PageDown: time - STEP.page,
    PageUp: time + STEP.page,
    Home: 0,
    End: duration,
  };
  const to = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return to === undefined || !Number.isFinite(duration) ? null : clampTime(to, duration);
}

/** The chapter that is played at a time, by its index; -1 before the first. */
export function chapterAt(chapters: readonly { readonly start: number }[], time: number): number {
  // A jump lands a little before where it was sent.
  return chapters.findLastIndex(({ start }) => start <= time + 0.25);
}
