import { isFinal, type MergeStatus } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { KnownTasksService, type TaskStanding } from '../merge/task/known-tasks.service.js';
import { EndingRepository, type OpenDownload } from './ending.repository.js';

/** Looked at by one question. */
const BATCH = 500;

/** Follows the tasks of downloads to their ends. */
@Injectable()
export class EndingsService {
  constructor(
    private readonly endings: EndingRepository,
    private readonly tasks: KnownTasksService,
  ) {}

  /** A task has ended, as this process hears of it. */
  async ended({ task_id, status, actual_sizes }: MergeStatus): Promise<void> {
    await this.note(task_id, { status, fileBytes: actual_sizes.final_file });
  }

  /** Looks where a task stands: it may have ended before there was a row to note that on. */
  async look(taskId: string): Promise<void> {
    const standing = (await this.tasks.standings([taskId])).get(taskId);
    await (standing && this.note(taskId, standing));
  }

  /** Puts right what an account has under way: this process may not have heard how it ended. */
  async putRight(accountId: string): Promise<void> {
    await this.noteAll(await this.endings.open(BATCH, { accountId }));
  }

  /** The same for all accounts. */
  async putAllRight(): Promise<void> {
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
    const standings = await this.tasks.standings(open.map(({ taskId }) => taskId));
    for (const { taskId, isOld } of open) {
      const standing = standings.get(taskId);
      if (standing !== undefined) {
        await this.note(taskId, standing);
      } else if (isOld) {
        // Never started, or forgotten with its file before anybody looked: there is nothing to have.
        await this.endings.fail(taskId);
      }
    }
  }

  private async note(
    taskId: string,
    { status, fileBytes }: Pick<TaskStanding, 'status' | 'fileBytes'>,
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
