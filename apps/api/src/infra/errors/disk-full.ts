/**
 * The error codes for a full disk: no space, no quota, a file larger than the file system allows,
 * and Postgres's `disk_full` (class 53 of its error codes).
 */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', '53100'];
/** The system's messages for the same errors, as programs print them. */
const MESSAGES = /No space left on device|Disk quota exceeded/i;

/** True for an error of the system or of Postgres that says that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  return CODES.includes((error as { code?: unknown } | null | undefined)?.code);
}

/** True if a program's output says that a disk is full. */
export function saysDiskFull(output: string): boolean {
  return MESSAGES.test(output);
}
