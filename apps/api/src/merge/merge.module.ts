import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExtractModule } from '../extract/extract.module.js';
import { ExpiredTaskRepository } from './expired-task.repository.js';
import { FileController } from './file.controller.js';
import { FileLifetime } from './file-lifetime.js';
import { FileService } from './file.service.js';
import { FileSharing } from './file-sharing.js';
import { FileSource } from './file-source.js';
import { MergeController } from './merge.controller.js';
import { MergeGateway } from './merge.gateway.js';
import { MergeProcessor } from './merge.processor.js';
import { MergeProgress } from './merge-progress.js';
import { MergeRun } from './merge-run.js';
import { MergeService } from './merge.service.js';
import { MergeTask } from './merge-task.entity.js';
import { MergeTaskRepository } from './merge-task.repository.js';
import { MergeWorker } from './merge.worker.js';
import { MergeWork } from './merge-work.js';
import { MakeModule } from '../make/make.module.js';
import { SourceFetcher } from '../source/source-fetcher.js';
import { Reconciler } from './reconciler.js';
import { Retention } from './retention.js';

/** Makes files of what was picked, tells how far they are, and keeps them for a while. */
@Module({
  imports: [TypeOrmModule.forFeature([MergeTask]), ExtractModule, MakeModule],
  controllers: [MergeController, FileController],
  providers: [
    ExpiredTaskRepository,
    FileLifetime,
    FileService,
    FileSharing,
    FileSource,
    MergeGateway,
    MergeProcessor,
    MergeProgress,
    MergeRun,
    MergeService,
    MergeTaskRepository,
    MergeWorker,
    MergeWork,
    Reconciler,
    Retention,
    SourceFetcher,
  ],
})
export class MergeModule {}
