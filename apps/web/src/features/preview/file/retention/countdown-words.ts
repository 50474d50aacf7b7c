import { countdown } from '@dipper/media';
import type { TFunction } from 'i18next';

/** Time left in the language's words ('Xh Ym', minutes, seconds, expired; specification §4). */
export function countdownWords(secondsLeft: number, t: TFunction<'preview'>): string {
  const { unit, ...values } = countdown(secondsLeft);
  return t(`retention.${unit}`, values);
}

const MOMENTS = [900, 300, 60];

/** The last mark passed: 15, 5 or 1 minutes. Screen readers announce only these. */
export function announcedMoment(secondsLeft: number): number | null {
  return MOMENTS.findLast((moment) => secondsLeft <= moment) ?? null;
}

/** Emphasis of the countdown: below 15 and below 5 minutes. */
export type Urgency = 'none' | 'soon' | 'now';

/** The urgency of a time left, seconds. */
export function urgency(secondsLeft: number): Urgency {
  if (secondsLeft < 300) {
    return 'now';
  }
  return secondsLeft < 900 ? 'soon' : 'none';
}
