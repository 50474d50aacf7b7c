import { constants, getPriority, setPriority } from 'node:os';

/** The niceness of encoding and background checks. They yield to copying and to our own process. */
export const BACKGROUND_NICENESS = 5;

/** Lowers the priority of a child, unless the child has ended. @param niceness added to our own */
export function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
  } catch {
    // Ignore the failure: the child then runs at normal priority.
  }
}
