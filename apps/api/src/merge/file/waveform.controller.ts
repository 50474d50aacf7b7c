import { API, taskRoute, type Waveform } from '@dipper/contract';
import { Controller, Get, Header, Param } from '@nestjs/common';
import { Limited } from '../../infra/limits/limited.js';
import type { Visitor } from '../../infra/limits/visitor.js';
import { CurrentVisitor } from '../../infra/principal/current-visitor.js';
import { FileService } from './file.service.js';
import { Waveforms } from './waveforms.js';
import { Scope } from '../../infra/principal/scope.js';

@Controller()
@Scope('read')
export class WaveformController {
  constructor(
    private readonly files: FileService,
    private readonly waveforms: Waveforms,
  ) {}

  /** The response may be cached, because a waveform never changes while its file exists. */
  @Get(taskRoute(API.waveform))
  @Limited('picture')
  @Header('Cache-Control', 'private, max-age=600')
  async waveform(
    @Param('task_id') taskId: string,
    @CurrentVisitor() { gone }: Visitor,
  ): Promise<Waveform> {
    const { fileId } = await this.files.find(taskId);
    return { peaks: await this.waveforms.of(fileId, gone) };
  }
}
