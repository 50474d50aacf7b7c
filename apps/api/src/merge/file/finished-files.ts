import { ERRORS } from '@dipper/contract';
import { Injectable, Logger } from '@nestjs/common';
import { DiskStore, type StoredFile } from '../../infra/storage/disk.store.js';
import { VolumeAway } from '../../infra/storage/media-volume.js';
import { RetentionRepository } from '../task/retention.repository.js';
import { type FinishedFile, MergeTaskRepository } from '../task/merge-task.repository.js';

/** The finished files behind tasks; visitors who ask for the same thing have the same bytes on disk. */
@Injectable()
export class FinishedFiles {
  private readonly logger = new Logger(FinishedFiles.name);

  constructor(
    private readonly tasks: MergeTaskRepository,
    private readonly kept: RetentionRepository,
    private readonly store: DiskStore,
  ) {}

  /** The file of a task, where another one has it already. */
  async ofTwin(taskId: string): Promise<FinishedFile | null> {
    const twin = await this.tasks.findTwin(taskId);
    return twin !== null && (await this.isThere(twin.fileId, twin.fileBytes)) ? twin : null;
  }

  /**
   * Whether a file is on the disk, and whole. The tasks of one that is not have failed: started
   * again, they are made again.
   * @param fileBytes its size as it was published; null where that is not at hand.
   * @throws VolumeAway when the whole volume is not there: no task fails for that.
   */
  async isThere(fileId: string, fileBytes: number | null = null): Promise<boolean> {
    const isThere = await this.isOnDisk({ fileId, fileBytes });
    if (!isThere) {
      if (!(await this.store.isMounted())) {
        throw new VolumeAway();
      }
      await this.tasks.lose(fileId, 'FILE_EXPIRED', ERRORS.FILE_EXPIRED.message);
    }
    return isThere;
  }

  /** The same for those who only want to know: whatever is found, no task changes. */
  async isOnDisk({
    fileId,
    fileBytes,
  }: Pick<FinishedFile, 'fileId'> & { readonly fileBytes: number | null }): Promise<boolean> {
    const size = await this.store.sizeOf(fileId);
    return size !== null && (fileBytes === null || size === fileBytes);
  }

  /** False while the volume of all files is not where it should be. */
  isMounted(): Promise<boolean> {
    return this.store.isMounted();
  }

  /** Removes those of these files that no task refers to. */
  async discard(fileIds: readonly string[]): Promise<void> {
    const inUse = await this.kept.filesInUse(fileIds);
    const removals = fileIds.filter((id) => !inUse.has(id)).map((id) => this.store.remove(id));
    // One that cannot be removed must not keep the others.
    const failed = (await Promise.allSettled(removals)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') {
      this.logger.warn({ err: failed.reason as unknown }, 'A file could not be removed');
    }
  }

  /** All that are on the disk. */
  survey(): Promise<StoredFile[]> {
    return this.store.survey();
  }

  /** Where a file lies. */
  pathOf(fileId: string): string {
    return this.store.pathOf(fileId);
  }
}
