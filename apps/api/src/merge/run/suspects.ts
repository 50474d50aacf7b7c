import type { ClaimedTask, ClaimLimits } from '../task/merge-task.repository.js';
import { WAITS_ALONE } from '../task/queue.sql.js';

type Claim = (limits: Pick<ClaimLimits, 'mostDeaths'>) => Promise<ClaimedTask | null>;

/**
 * Which tasks this process may take, by how often a process died with them. A task that killed one
 * kills the next, and all that runs there dies once more:
 *
 * - One run died: one such task at a time, beside others. Mostly it was not the task's doing, but a
 *   deployment's, and all that ran then comes back.
 * - Two died: alone, with nothing else at work in this process, until it has ended.
 * - Three died: it ends in an error (`giveUp`).
 *
 * So nobody's task ends because of another's: what ran beside a culprit twice has a third try
 * without it.
 */
export class Suspects {
  /** Tasks at work, and claims under way, that may be of a task whose run has died. */
  private doubtful = 0;
  /** Tasks at work. */
  private working = 0;
  private alone: Promise<ClaimedTask | null> | null = null;
  private isOneAlone = false;

  /** Takes the next task that may run here now. Each one is to be told to `ended`. */
  async claim(claim: Claim): Promise<ClaimedTask | null> {
    await this.alone;
    if (this.isOneAlone) {
      return null;
    }
    const found = await this.beside(claim);
    if (found !== null || this.working > 0 || this.alone !== null) {
      return found;
    }
    this.alone = claim({ mostDeaths: WAITS_ALONE.deaths }).finally(() => (this.alone = null));
    const task = await this.alone;
    this.begun(task);
    return task;
  }

  /** A run that was claimed has ended. */
  ended({ deaths }: Pick<ClaimedTask, 'deaths'>): void {
    this.working -= 1;
    this.doubtful -= Number(deaths > 0);
    this.isOneAlone &&= deaths < WAITS_ALONE.deaths;
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
      this.isOneAlone ||= task.deaths >= WAITS_ALONE.deaths;
    }
  }
}
