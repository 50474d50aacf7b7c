import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { MakeModule } from '../make/make.module.js';
import { BundleController } from './file/bundle.controller.js';
import { BundleService } from './file/bundle.service.js';
import { FileController } from './file/file.controller.js';
import { FileService } from './file/file.service.js';
import { WaveformController } from './file/waveform.controller.js';
import { Waveforms } from './file/waveforms.js';
import { LineGateway } from './line.gateway.js';
import { MergeController } from './merge.controller.js';
import { MergeGateway } from './merge.gateway.js';
import { MergeModule } from './merge.module.js';

/**
 * Serves visitors: starts and reports tasks, and sends their files, zips that are still growing, and
 * waveforms.
 */
@Module({
  imports: [AuthModule, MakeModule, MergeModule],
  controllers: [MergeController, BundleController, FileController, WaveformController],
  providers: [BundleService, FileService, LineGateway, MergeGateway, Waveforms],
  exports: [FileService],
})
export class MergeHttpModule {}
