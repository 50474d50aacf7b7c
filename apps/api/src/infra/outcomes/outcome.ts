import { type ErrorCode, isAgainstPlatform } from '@dipper/contract';

/** What a search or a task says about its platform. */
export type Outcome = 'worked' | 'failed';

/**
 * @param code the error that ended a search or a task; null if it succeeded
 * @returns null if the ending says nothing about the platform
 */
export function outcomeOf(code: ErrorCode | null): Outcome | null {
  if (code === null) {
    return 'worked';
  }
  return isAgainstPlatform(code) ? 'failed' : null;
}
