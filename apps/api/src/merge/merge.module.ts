import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { ExtractModule } from '../extract/extract.module.js';
import { MakeModule } from '../make/make.module.js';
import { SourceModule } from '../source/source.module.js';
import { BundleController } from './file/bundle.controller.js';
import { BundleService } from './file/bundle.service.js';
import { FileController } from './file/file.controller.js';
import { FileSender } from './file/file-sender.js';
import { FileService } from './file/file.service.js';
import { FinishedFiles } from './file/finished-files.js';
import { RetentionRepository } from './task/retention.repository.js';
import { Forsaken } from './run/forsaken.js';
import { LineGateway } from './line.gateway.js';
import { MergeController } from './merge.controller.js';
import { MergeEvents } from './merge-events.js';
import { MergeGateway } from './merge.gateway.js';
import { MergeProcessor } from './run/merge.processor.js';
import { MergeService } from './merge.service.js';
import { MergeTask } from './task/merge-task.entity.js';
import { MergeTaskRepository } from './task/merge-task.repository.js';
import { MergeWorker } from './run/merge.worker.js';
import { Reconciler } from './run/reconciler.js';
import { Retention } from './file/retention.js';
import { KnownTaskRepository } from './task/known-task.repository.js';
import { KnownTasksService } from './task/known-tasks.service.js';
import { ListEntries } from './run/list-entries.js';
import { TaskQueueRepository } from './task/task-queue.repository.js';
import { TaskRecipes } from './task/task-recipes.js';
import { TaskRun } from './run/task-run.js';
import { TaskSources } from './run/task-sources.js';
import { WaveformController } from './file/waveform.controller.js';
import { Waveforms } from './file/waveforms.js';
import { Visitors } from './visitors.js';
import { WaitingLine } from './waiting-line.js';
import { WorkSlots } from './run/work-slots.js';

/**
 * The life of a task: started, run, told, kept for a while. Other modules start tasks of their own
 * by `MergeService.prepare` and hear of all by `MergeEvents`.
 */
@Module({
  imports: [
    TypeOrmModule.forFeature([MergeTask]),
    AuthModule,
    ExtractModule,
    MakeModule,
    SourceModule,
  ],
  controllers: [MergeController, BundleController, FileController, WaveformController],
  providers: [
    BundleService,
    FileSender,
    FileService,
    FinishedFiles,
    Forsaken,
    KnownTaskRepository,
    KnownTasksService,
    LineGateway,
    RetentionRepository,
    MergeEvents,
    MergeGateway,
    MergeProcessor,
    MergeService,
    MergeTaskRepository,
    MergeWorker,
    Reconciler,
    Retention,
    ListEntries,
    TaskQueueRepository,
    TaskRecipes,
    TaskRun,
    TaskSources,
    Visitors,
    WaitingLine,
    Waveforms,
    WorkSlots,
  ],
  exports: [KnownTasksService, MergeEvents, MergeService],
})
export class MergeModule {}
