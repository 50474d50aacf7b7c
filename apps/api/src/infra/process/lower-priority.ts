import { constants, getPriority, setPriority } from 'node:os';

/** What encodes, or checks at leisure: it yields to what copies, and to our own process. */
export const LEISURELY = 5;

/** Lets a child yield to others, where it has not ended already. @param niceness added to our own */
export function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
  } catch {
    // It runs as it is.
  }
}
