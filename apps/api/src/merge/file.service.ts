import { Injectable } from '@nestjs/common';
import { OffersService } from '../extract/offers.service.js';
import { DomainError } from '../infra/http/domain-error.js';
import { DiskStore } from '../infra/storage/disk.store.js';
import { MergeTaskRepository } from './merge-task.repository.js';

/** A finished file and how it is called. */
export interface FinishedFile {
  readonly path: string;
  readonly fileName: string;
  /** Without the dot. */
  readonly ext: string;
  readonly etag: string;
  readonly lastModified: Date;
}

/** Finds the file of a task. */
@Injectable()
export class FileService {
  constructor(
    private readonly tasks: MergeTaskRepository,
    private readonly offers: OffersService,
    private readonly store: DiskStore,
  ) {}

  /** @throws DomainError TASK_UNKNOWN, TASK_CANCELLED, FILE_NOT_READY or FILE_EXPIRED. */
  async find(taskId: string): Promise<FinishedFile> {
    const task = await this.tasks.find(taskId);
    if (task === null) {
      const prepared = (await this.offers.plan(taskId, '')) !== null;
      const gone = this.offers.isOurs(taskId) ? 'FILE_EXPIRED' : 'TASK_UNKNOWN';
      throw new DomainError(prepared ? 'FILE_NOT_READY' : gone);
    }
    if (task.expiresAt !== null && task.expiresAt <= new Date()) {
      throw new DomainError('FILE_EXPIRED');
    }
    if (task.status === 'cancelled') {
      throw new DomainError('TASK_CANCELLED');
    }
    if (task.status !== 'complete' || task.fileId === null) {
      throw new DomainError('FILE_NOT_READY');
    }
    if (!(await this.store.has(task.fileId))) {
      throw new DomainError('FILE_EXPIRED');
    }
    return {
      path: this.store.pathOf(task.fileId),
      fileName: task.plan.fileName,
      ext: task.plan.container,
      // The id is random for each made file: equal ids are equal bytes, on every node.
      etag: `"${task.fileId}"`,
      lastModified: task.finishedAt ?? new Date(0),
    };
  }
}
