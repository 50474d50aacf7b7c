import type { MergeStatus } from '@dipper/contract';

/**
 * Distinguishes a task that makes progress from a stuck one, for both socket and polling. A task is
 * alive while it waits in line, however long that takes, and whenever its progress or stage
 * changes. Arriving bytes also count, because over a slow connection, a tenth of a percent of a
 * long file takes minutes. They are visible as changes in the speed; a speed that stays exactly the
 * same was left behind by a dead process. A task that stays `prepared` is stuck: its start was
 * lost, and only another attempt helps.
 * @param progress the highest progress that the page has shown so far
 * @returns a function to call with each status; it returns true for a sign of life
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
