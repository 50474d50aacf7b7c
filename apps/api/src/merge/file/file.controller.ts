import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { mediaTypeOf } from '../../infra/http/media-type.js';
import { serveFile } from '../../infra/http/serve-file.js';
import { FileService } from './file.service.js';

@Controller('api/download/file')
export class FileController {
  constructor(private readonly files: FileService) {}

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
      mediaType: mediaTypeOf(ext) ?? 'application/octet-stream',
      download: download === '1',
    });
  }
}
