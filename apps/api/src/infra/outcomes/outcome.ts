import { type ErrorCode, isAgainstPlatform } from '@dipper/contract';

/** What the end of a search or task says about its platform. */
export type Outcome = 'worked' | 'failed';

/**
 * @param code the error that ended a search or task; null if it succeeded
 * @returns null if this says nothing about the platform
 */
export function outcomeOf(code: ErrorCode | null): Outcome | null {
  if (code === null) {
    return 'worked';
  }
  return isAgainstPlatform(code) ? 'failed' : null;
}
