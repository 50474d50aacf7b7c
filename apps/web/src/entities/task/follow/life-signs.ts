import type { MergeStatus } from '@dipper/contract';

/**
 * Tells a moving task from a stuck one, for socket and polling alike.
 * @param progress the highest that the page has shown so far
 * @returns a function to call with each status in turn: true while the task waits in line, however
 *   long, when its progress or stage has changed, or when bytes arrive: a long file on a slow line
 *   takes minutes for a tenth of a percent. A speed that stays the same to the byte is a leftover
 *   of a dead run. A task that stays `prepared` is stuck: its start was lost, and only another try
 *   helps.
 */
export function lifeSigns(progress: number): (status: MergeStatus) => boolean {
  let highest = progress;
  let last: MergeStatus | null = null;
  return (now) => {
    const isAlive =
      now.status === 'queued' ||
      now.progress > highest ||
      (last !== null && last.stage !== now.stage) ||
      (last !== null && (now.speed ?? 0) > 0 && now.speed !== last.speed);
    highest = Math.max(highest, now.progress);
    last = now;
    return isAlive;
  };
}
