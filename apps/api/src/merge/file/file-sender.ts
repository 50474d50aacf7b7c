import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { outputMediaType } from '../../infra/http/reply/media-type.js';
import { serveFile } from '../../infra/http/reply/serve-file.js';
import { FileService } from './file.service.js';
import { FinishedFiles } from './finished-files.js';

interface Answer {
  readonly request: Request;
  readonly response: Response;
  readonly download: boolean;
}

@Injectable()
export class FileSender {
  constructor(
    private readonly tasks: FileService,
    private readonly files: FinishedFiles,
  ) {}

  /** @throws DomainError TASK_UNKNOWN, TASK_CANCELLED, FILE_NOT_READY or FILE_EXPIRED. */
  async send(taskId: string, { request, response, download }: Answer): Promise<void> {
    const { fileId, ext, ...file } = await this.tasks.find(taskId);
    const as = { fileName: file.fileName, mediaType: outputMediaType(ext), download };
    await serveFile(request, response, {
      ...file,
      ...as,
      handedOut: await this.files.store.handOut(
        fileId,
        as,
        request.method === 'HEAD' ? 'HEAD' : 'GET',
      ),
      open: (span) => this.files.store.open(fileId, span),
    });
  }
}
