import { isFinal, type MergeStatus } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import { KnownTasksService, type TaskState } from '../../merge/task/known-tasks.service.js';
import { EndingRepository, type OpenDownload } from './ending.repository.js';

/** Rows per query. */
const BATCH = 500;

@Injectable()
export class EndingsService {
  constructor(
    private readonly endings: EndingRepository,
    private readonly tasks: KnownTasksService,
  ) {}

  /** Records the end of a task that has ended in this process. */
  async ended({ task_id, status, actual_sizes }: MergeStatus): Promise<void> {
    await this.note(task_id, { status, fileBytes: actual_sizes.final_file });
  }

  /** Checks a task's state, because the task may have ended before the download had a row. */
  async look(taskId: string): Promise<void> {
    const state = (await this.tasks.states([taskId])).get(taskId);
    await (state && this.note(taskId, state));
  }

  /**
   * Updates the open downloads of an account, because this process may have missed how they ended.
   */
  async correctAccount(accountId: string): Promise<void> {
    await this.noteAll(await this.endings.open(BATCH, { accountId }));
  }

  /**
   * Once a minute is enough, because reading an account's history also corrects missed endings.
   */
  @Sweep({ name: 'history-ends', everyMs: 60_000 })
  async correctAll(): Promise<void> {
    let afterId = '0';
    for (;;) {
      const open = await this.endings.open(BATCH, { afterId });
      await this.noteAll(open);
      const last = open.at(-1);
      if (last === undefined || open.length < BATCH) {
        return;
      }
      afterId = last.id;
    }
  }

  private async noteAll(open: readonly OpenDownload[]): Promise<void> {
    const states = await this.tasks.states(open.map(({ taskId }) => taskId));
    for (const { taskId, isOld } of open) {
      const state = states.get(taskId);
      if (state !== undefined) {
        await this.note(taskId, state);
      } else if (isOld) {
        // The task never started, or was removed before anyone checked, so there is no file.
        await this.endings.fail(taskId);
      }
    }
  }

  private async note(
    taskId: string,
    { status, fileBytes }: Pick<TaskState, 'status' | 'fileBytes'>,
  ): Promise<void> {
    if (!isFinal(status)) {
      return;
    }
    switch (status) {
      case 'complete':
        return this.endings.complete(taskId, fileBytes);
      case 'cancelled':
        return this.endings.remove(taskId);
      default:
        return this.endings.fail(taskId);
    }
  }
}
