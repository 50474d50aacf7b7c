import type { MergeStatus } from '@dipper/contract';

/**
 * Distinguishes a task that makes progress from one that is stuck, for socket and polling alike. A
 * task shows a sign of life while it waits in line, however long that takes, when its progress or
 * stage has changed, or when bytes arrive, because a tenth of a percent of a long file on a slow
 * line takes minutes. A speed that stays exactly the same is left over from a process that has
 * died. A task that stays `prepared` is stuck: its start was lost, and only another try helps.
 * @param progress the highest progress that the page has shown so far
 * @returns a function to call with each status in turn; it returns true for a sign of life
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
