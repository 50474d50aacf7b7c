import { ERRORS } from '@dipper/contract';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { FILE_STORE, type FileStore } from '../../infra/storage/file-store.port.js';
import { StoreUnavailable } from '../../infra/storage/store-unavailable.js';
import { ExpiredTasksRepository } from '../task/expired-tasks.repository.js';
import { MergeTaskRepository } from '../task/merge-task.repository.js';
import type { FinishedFile } from '../task/task-records.js';

/** The files in the store, and the tasks that made them. */
@Injectable()
export class FinishedFiles {
  private readonly logger = new Logger(FinishedFiles.name);

  constructor(
    private readonly tasks: MergeTaskRepository,
    private readonly kept: ExpiredTasksRepository,
    @Inject(FILE_STORE) readonly store: FileStore,
  ) {}

  /** The file of another task that makes the same file; null if there is none. */
  async findShared(taskId: string): Promise<FinishedFile | null> {
    const twin = await this.tasks.findTwin(taskId);
    return twin !== null && (await this.mayBeShared(twin)) ? twin : null;
  }

  /**
   * Checks whether a file exists and is complete. If not, marks its tasks as failed, so that
   * restarting them makes a new file.
   * @param fileBytes the published size; null if unknown.
   * @throws StoreUnavailable if the whole store is missing; no task fails then.
   */
  async checkExists(fileId: string, fileBytes: number | null = null): Promise<boolean> {
    const exists = await this.exists({ fileId, fileBytes });
    if (!exists) {
      if (!(await this.store.isAvailable())) {
        throw new StoreUnavailable();
      }
      await this.tasks.failLostFile(fileId, 'FILE_EXPIRED', ERRORS.FILE_EXPIRED.message);
    }
    return exists;
  }

  /**
   * False while the store is unavailable: the file can be made again, and needs the store only at
   * the end.
   */
  private async mayBeShared({ fileId, fileBytes }: FinishedFile): Promise<boolean> {
    try {
      return await this.checkExists(fileId, fileBytes);
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        return false;
      }
      throw error;
    }
  }

  /** Like `checkExists`, but changes no task and does not check the volume. */
  async exists({
    fileId,
    fileBytes,
  }: Pick<FinishedFile, 'fileId'> & { readonly fileBytes: number | null }): Promise<boolean> {
    const size = await this.store.sizeOf(fileId);
    return size !== null && (fileBytes === null || size === fileBytes);
  }

  /** Removes the files that no task uses. */
  async discard(fileIds: readonly string[]): Promise<void> {
    const inUse = await this.kept.filesInUse(fileIds);
    const removals = fileIds.filter((id) => !inUse.has(id)).map((id) => this.store.remove(id));
    const failed = (await Promise.allSettled(removals)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') {
      this.logger.warn(
        { err: failed.reason as unknown },
        'A file could not be removed; the next sweep will try again',
      );
    }
  }
}
