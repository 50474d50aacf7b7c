import { writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * The niceness of encoding and background checks. These yield to copying and to our own process.
 */
export const BACKGROUND_NICENESS = 5;

/**
 * The niceness of children that read pages and the tables of media files. At 10, a reader got no time
 * for a minute beside other sessions on a busy machine.
 */
const READING_NICENESS = 5;

/** Lowers the priority of a child, unless the child has ended. @param niceness added to our own */
export function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
  } catch {
    // Ignore the failure, after which the child runs at normal priority.
  }
}

/**
 * Lowers the priority of a child that leads its own session, and of that session, so that requests
 * are answered while pages are read. At 200 searches a second on two cores, those that were refused
 * because the line was full would otherwise wait up to 10 s.
 */
export function yieldToRequests(pid: number | undefined): void {
  if (pid === undefined) {
    return;
  }
  lowerPriority(pid, READING_NICENESS);
  try {
    // Outside containers, Linux compares niceness only within a session, and this value between
    // sessions (sched(7), "The autogroup feature").
    writeFileSync(`/proc/${pid}/autogroup`, String(READING_NICENESS), { flag: 'r+' });
  } catch {
    // Other systems have no such value.
  }
}
