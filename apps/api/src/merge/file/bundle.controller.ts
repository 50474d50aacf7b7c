import { API, taskRoute } from '@dipper/contract';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CountsBytes } from '../../infra/limits/daily-bytes/daily-bytes.guard.js';
import { contentDisposition } from '../../infra/http/reply/content-disposition.js';
import { FOREIGN_CONTENT_HEADERS } from '../../infra/http/reply/serve-file-headers.js';
import { streamGrowingFile } from '../../infra/http/reply/stream-growing-file.js';
import { goneSignal } from '../../infra/limits/visitor.js';
import { BundleService } from './bundle.service.js';
import { FileService } from './file.service.js';
import { Scope } from '../../infra/principal/scope.js';

@Controller()
@Scope('read')
export class BundleController {
  constructor(
    private readonly bundles: BundleService,
    private readonly files: FileService,
  ) {}

  /**
   * Also handles HEAD. @throws DomainError if the task has ended, with the same codes as a file
   * request.
   */
  @Get(taskRoute(API.bundle))
  @CountsBytes('delivers')
  async bundle(
    @Param('task_id') taskId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const fileName = await this.bundles.growing(taskId);
    if (fileName === null) {
      await this.files.send(taskId, { request, response, download: true });
      return;
    }
    response.writeHead(200, {
      ...FOREIGN_CONTENT_HEADERS,
      'Content-Type': 'application/zip',
      'Content-Disposition': contentDisposition(fileName, 'attachment'),
      'Cache-Control': 'private, no-store, no-transform',
      // Tells nginx to stream the response without buffering it on its own disk.
      'X-Accel-Buffering': 'no',
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    response.flushHeaders();
    const gone = goneSignal(response);
    await streamGrowingFile(response, { look: () => this.bundles.look(taskId), gone });
  }
}
