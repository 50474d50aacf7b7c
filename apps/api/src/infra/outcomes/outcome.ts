import { type ErrorCode, isAgainstPlatform } from '@dipper/contract';

/** What the outcome of a search or task reveals about its platform. */
export type Outcome = 'worked' | 'failed';

/**
 * @param code the error that ended a search or task; null if it succeeded
 * @returns what this reveals about the platform; null if nothing
 */
export function outcomeOf(code: ErrorCode | null): Outcome | null {
  if (code === null) {
    return 'worked';
  }
  return isAgainstPlatform(code) ? 'failed' : null;
}
