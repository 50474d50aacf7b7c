import { Injectable } from '@nestjs/common';
import { FileSharing } from './file-sharing.js';
import { type MadeFile, MergeRun } from './merge-run.js';
import type { MergeTask } from './merge-task.entity.js';

/** Gives a task its file: one that is there already, or one that is made now. */
@Injectable()
export class FileSource {
  constructor(
    private readonly sharing: FileSharing,
    private readonly run: MergeRun,
  ) {}

  /** @throws DomainError, or the reason of the signal. */
  async get(
    { taskId, sourceKey, plan }: MergeTask,
    options: Parameters<MergeRun['make']>[2],
  ): Promise<MadeFile> {
    return (await this.sharing.find(sourceKey)) ?? (await this.run.make(plan, taskId, options));
  }

  /** Removes a file that nobody refers to after all. */
  discard({ fileId }: MadeFile): Promise<void> {
    return this.sharing.discard([fileId]);
  }
}
