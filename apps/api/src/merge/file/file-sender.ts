import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { outputMediaType } from '../../infra/http/reply/media-type.js';
import { serveFile } from '../../infra/http/reply/serve-file.js';
import { FileService } from './file.service.js';

interface Answer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly download: boolean;
}

@Injectable()
export class FileSender {
  constructor(
    private readonly files: FileService,
    @Inject(ENV) private readonly env: Pick<Env, 'ACCEL_REDIRECT'>,
  ) {}

  /** @throws DomainError TASK_UNKNOWN, TASK_CANCELLED, FILE_NOT_READY or FILE_EXPIRED. */
  async send(taskId: string, { request, response, download }: Answer): Promise<void> {
    const { ext, ...file } = await this.files.find(taskId);
    await serveFile(request, response, {
      ...file,
      mediaType: outputMediaType(ext),
      download,
      accelRedirect: this.env.ACCEL_REDIRECT ?? null,
    });
  }
}
