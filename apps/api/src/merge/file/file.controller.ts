import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { madeTypeOf } from '../../infra/http/media-type.js';
import { serveFile } from '../../infra/http/serve-file.js';
import { FileService } from './file.service.js';

@Controller('api/download/file')
export class FileController {
  constructor(
    private readonly files: FileService,
    @Inject(ENV) private readonly env: Pick<Env, 'ACCEL_REDIRECT'>,
  ) {}

  /** Also answers HEAD. */
  @Get(':task_id')
  async file(
    @Param('task_id') taskId: string,
    @Query('download') download: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { ext, ...file } = await this.files.find(taskId);
    await serveFile(request, response, {
      ...file,
      mediaType: madeTypeOf(ext),
      download: download === '1',
      accelRedirect: this.env.ACCEL_REDIRECT ?? null,
    });
  }
}
