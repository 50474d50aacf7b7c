import type { MergeStatus } from '@dipper/contract';

/**
 * Distinguishes a task that makes progress from one that is stuck, for socket and polling alike. A
 * task shows a sign of life while it waits in line, however long that takes, and whenever its
 * progress or stage changes. Arriving bytes count as well, because a tenth of a percent of a long
 * file takes minutes over a slow connection. They show in the speed: a speed that stays exactly the
 * same was left by a process that has died. A task that stays `prepared` is stuck, because its
 * start was lost and only another attempt helps.
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
