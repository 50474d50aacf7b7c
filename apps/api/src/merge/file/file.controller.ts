import { API, taskRoute } from '@dipper/contract';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CountsBytes } from '../../infra/limits/daily-bytes/daily-bytes.guard.js';
import { FileService } from './file.service.js';
import { Scope } from '../../infra/principal/scope.js';

@Controller()
@Scope('read')
export class FileController {
  constructor(private readonly files: FileService) {}

  /** Also handles HEAD. */
  @Get(taskRoute(API.file))
  @CountsBytes('delivers')
  async file(
    @Param('task_id') taskId: string,
    @Query('download') download: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.files.send(taskId, { request, response, download: download === '1' });
  }
}
