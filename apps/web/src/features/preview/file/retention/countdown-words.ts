import { countdown } from '@dipper/media';
import type { TFunction } from 'i18next';

/**
 * Returns the time left in the page's language ('Xh Ym', minutes, seconds, expired; specification
 * §4).
 */
export function countdownWords(secondsLeft: number, t: TFunction<'preview'>): string {
  const { unit, ...values } = countdown(secondsLeft);
  return t(`retention.${unit}`, values);
}

const MOMENTS = [900, 300, 60];

/**
 * Returns the last mark that was passed: 15, 5 or 1 minutes. Screen readers announce only these.
 */
export function announcedMoment(secondsLeft: number): number | null {
  return MOMENTS.findLast((moment) => secondsLeft <= moment) ?? null;
}

/** How strongly the countdown is emphasized, with steps at 15 and at 5 minutes. */
export type Urgency = 'none' | 'soon' | 'now';

/** Returns the urgency of a time left in seconds. */
export function urgency(secondsLeft: number): Urgency {
  if (secondsLeft < 300) {
    return 'now';
  }
  return secondsLeft < 900 ? 'soon' : 'none';
}
