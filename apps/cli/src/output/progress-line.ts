import { displayDuration, listSize } from '@dipper/media';

/** The step in progress. */
export interface Progress {
  /** The name of the step, such as "Making" or "Saving". */
  readonly label: string;
  /** 0-1; null if it is not known. */
  readonly fraction: number | null;
  /** In bytes per second. */
  readonly speed?: number | null;
  readonly secondsLeft?: number | null;
  /** Further information, shown after the fraction or in place of it. */
  readonly note?: string | null;
}

const BAR = 24;

function bar(fraction: number): string {
  const full = Math.round(Math.min(1, Math.max(0, fraction)) * BAR);
  return '━'.repeat(full) + '╌'.repeat(BAR - full);
}

/**
 * The progress as one line for a terminal.
 * @param columns the width of the terminal; details that don't fit are left out
 */
export function progressLine(progress: Progress, columns: number): string {
  const { label, fraction, speed = null, secondsLeft = null, note = null } = progress;
  const parts = [
    label,
    ...(fraction === null ? [] : [bar(fraction), percent(fraction).padStart(4)]),
    ...(note === null ? [] : [note]),
    ...(speed === null || speed <= 0 ? [] : [`${listSize(speed)}/s`]),
    ...(secondsLeft === null ? [] : [`${displayDuration(secondsLeft)} left`]),
  ];
  while (parts.length > 1 && parts.join('  ').length >= columns) {
    parts.pop();
  }
  return parts.join('  ').slice(0, Math.max(0, columns - 1));
}

/** Formats a fraction as "45%". It is rounded down, so that 100% means the end. */
export function percent(fraction: number): string {
  return `${Math.floor(fraction * 100)}%`;
}
