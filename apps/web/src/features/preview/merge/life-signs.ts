import type { MergeStatus } from '@dipper/contract';

/**
 * Tells a task that still moves from one that is stuck, for the socket and for polling alike.
 * @param progress the highest that the page has shown so far
 * @returns a function of each status in turn: true while the task waits in line, however long, and
 *   where its progress or stage has moved. Not for one that is only prepared: its start was lost, and
 *   only another try helps.
 */
export function lifeSigns(progress: number): (status: MergeStatus) => boolean {
  let highest = progress;
  let last: MergeStatus | null = null;
  return (now) => {
    const isAlive =
      now.status === 'queued' ||
      now.progress > highest ||
      (last !== null && last.stage !== now.stage);
    highest = Math.max(highest, now.progress);
    last = now;
    return isAlive;
  };
}
