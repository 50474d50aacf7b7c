import { countdown } from '@dipper/media';
import type { TFunction } from 'i18next';

/**
 * Returns the time left in the page's language, in the steps of specification §4: 'Xh Ym', minutes,
 * seconds, expired.
 */
export function countdownWords(secondsLeft: number, t: TFunction<'preview'>): string {
  const { unit, ...values } = countdown(secondsLeft);
  return t(`retention.${unit}`, values);
}

const MOMENTS = [900, 300, 60];

/**
 * Returns the last threshold that was passed (900, 300 or 60 seconds), or null before the first
 * one. Screen readers announce only these.
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
