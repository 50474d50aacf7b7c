import type { ClaimedTask, ClaimLimits } from '../task/task-records.js';
import { SOLO_RUN } from '../task/queue.sql.js';

/** After this time in milliseconds, a run no longer has to be alone. */
const PROVEN_MS = 10 * 60_000;

type Claim = (limits: Pick<ClaimLimits, 'mostDeaths'>) => Promise<ClaimedTask | null>;

/**
 * Decides which tasks this process may take, depending on how many of their runs died. A task that
 * kills one process will kill the next, together with everything that runs there:
 *
 * - One run died: one such task at a time, alongside others. Usually a deployment was the cause,
 *   and all tasks that ran at that time come back.
 * - Two runs died: alone, with nothing else running in this process, until it has ended or has run
 *   for `PROVEN_MS`. By then it has shown that it doesn't kill the process at once, and others need
 *   not wait for the rest of a slow download. The `Reconciler` then starts the waiting tasks.
 * - Three runs died: the task fails (`giveUp`).
 *
 * So no task fails because of another: a task that ran alongside the culprit twice gets a third try
 * without it.
 */
export class Suspects {
  /** Number of running tasks with a dead earlier run, plus claims that may return one. */
  private doubtful = 0;
  private working = 0;
  private alone: Promise<ClaimedTask | null> | null = null;
  /** Until when no other task may start, on the clock of `performance.now`. */
  private aloneUntilMs = -Infinity;

  /**
   * Takes the next task that may run here now. The caller must report the task's end with `ended`.
   */
  async claim(claim: Claim): Promise<ClaimedTask | null> {
    await this.alone;
    if (performance.now() < this.aloneUntilMs) {
      return null;
    }
    const found = await this.beside(claim);
    if (found !== null || this.working > 0 || this.alone !== null) {
      return found;
    }
    this.alone = claim({ mostDeaths: SOLO_RUN.deaths }).finally(() => (this.alone = null));
    const task = await this.alone;
    this.begun(task);
    return task;
  }

  /** Must be called when a claimed run has ended. */
  ended({ deaths }: Pick<ClaimedTask, 'deaths'>): void {
    this.working -= 1;
    this.doubtful -= Number(deaths > 0);
    if (deaths >= SOLO_RUN.deaths) {
      this.aloneUntilMs = -Infinity;
    }
  }

  private async beside(claim: Claim): Promise<ClaimedTask | null> {
    const mostDeaths = this.doubtful === 0 ? 1 : 0;
    this.doubtful += mostDeaths;
    try {
      const task = await claim({ mostDeaths });
      this.begun(task);
      return task;
    } finally {
      this.doubtful -= mostDeaths;
    }
  }

  private begun(task: ClaimedTask | null): void {
    if (task !== null) {
      this.working += 1;
      this.doubtful += Number(task.deaths > 0);
      if (task.deaths >= SOLO_RUN.deaths) {
        this.aloneUntilMs = performance.now() + PROVEN_MS;
      }
    }
  }
}
