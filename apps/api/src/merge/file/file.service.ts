import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../infra/errors/domain-error.js';
import { toDomainError } from '../../infra/errors/to-domain-error.js';
import { outputMediaType } from '../../infra/http/reply/media-type.js';
import { serveFile } from '../../infra/http/reply/serve-file.js';
import { noteTask } from '../../infra/log/log-context.js';
import { FinishedFiles } from './finished-files.js';
import { MergeTaskRepository } from '../task/merge-task.repository.js';
import { TaskRecipes } from '../task/task-recipes.js';
import { type KnownFile, KnownFiles } from './known-files.js';

interface TaskFile {
  readonly fileId: string;
  readonly bytes: number;
  readonly fileName: string;
  readonly ext: string;
  readonly etag: string;
  readonly lastModified: Date;
}

interface FileAnswer {
  readonly request: Request;
  readonly response: Response;
  readonly download: boolean;
}

@Injectable()
export class FileService {
  constructor(
    private readonly tasks: MergeTaskRepository,
    private readonly recipes: TaskRecipes,
    private readonly files: FinishedFiles,
    private readonly known: KnownFiles,
  ) {}

  /**
   * Finds a task's file in the database or, if the database does not respond, among the known
   * finished files.
   * @throws DomainError TASK_UNKNOWN, TASK_CANCELLED, FILE_NOT_READY, FILE_EXPIRED or UNAVAILABLE.
   */
  async find(taskId: string): Promise<TaskFile> {
    noteTask(taskId);
    try {
      return this.served(await this.findRow(taskId));
    } catch (error) {
      const found =
        toDomainError(error).code === 'UNAVAILABLE' ? await this.known.find(taskId) : null;
      if (found === null || !(await this.files.exists(found))) {
        throw error;
      }
      return this.served(found);
    }
  }

  /**
   * Sends a task's file.
   * @throws DomainError as `find` does.
   */
  async send(taskId: string, { request, response, download }: FileAnswer): Promise<void> {
    const { fileId, ext, ...file } = await this.find(taskId);
    const as = { fileName: file.fileName, mediaType: outputMediaType(ext), download };
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    await serveFile(request, response, {
      ...file,
      ...as,
      handedOut: await this.files.store.handOut(fileId, as, method),
      open: (span) => this.files.store.open(fileId, span),
    });
  }

  private async findRow(taskId: string): Promise<KnownFile> {
    const task = await this.tasks.find(taskId);
    if (task === null) {
      const gone = this.recipes.isOfferId(taskId) ? 'FILE_EXPIRED' : 'TASK_UNKNOWN';
      throw new DomainError((await this.recipes.isValid(taskId)) ? 'FILE_NOT_READY' : gone);
    }
    const { fileId, fileBytes, fileName, finishedAt } = task;
    if (task.expiresInSeconds === 0 || task.errorCode === 'FILE_EXPIRED') {
      throw new DomainError('FILE_EXPIRED');
    }
    if (task.status === 'cancelled') {
      throw new DomainError('TASK_CANCELLED');
    }
    if (task.status !== 'complete' || fileId === null || fileBytes === null) {
      throw new DomainError('FILE_NOT_READY');
    }
    if (!(await this.files.checkExists(fileId, fileBytes))) {
      throw new DomainError('FILE_EXPIRED');
    }
    this.known.note(task);
    return { fileId, fileBytes, fileName, finishedAt };
  }

  private served({ fileId, fileBytes, fileName, finishedAt }: KnownFile): TaskFile {
    return {
      fileId,
      bytes: fileBytes,
      fileName,
      ext: fileId.slice(fileId.lastIndexOf('.') + 1),
      // Each new file gets a random id, so equal ids mean equal bytes on every node.
      etag: `"${fileId}"`,
      lastModified: finishedAt ?? new Date(0),
    };
  }
}
