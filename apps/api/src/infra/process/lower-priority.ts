import { constants, getPriority, setPriority } from 'node:os';

/** For encoding and background checks, which yield to copying and to our own process. */
export const BACKGROUND_NICENESS = 5;

/** Lowers a child's priority, unless it has ended. @param niceness added to our own */
export function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
  } catch {
    // The child runs at normal priority.
  }
}
