import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExtractModule } from '../extract/extract.module.js';
import { MakeModule } from '../make/make.module.js';
import { SourceModule } from '../source/source.module.js';
import { HealthModule } from '../infra/health/health.module.js';
import { CallbackUrls } from './callback/callback-url.js';
import { TaskCallbacks } from './callback/task-callbacks.js';
import { FinishedFiles } from './file/finished-files.js';
import { KnownFiles } from './file/known-files.js';
import { ExpiredTasksRepository } from './task/expired-tasks.repository.js';
import { AbandonedTasks } from './run/abandoned-tasks.js';
import { MergeEvents } from './merge-events.js';
import { MergeProcessor } from './run/merge.processor.js';
import { MergeService } from './merge.service.js';
import { MergeTask } from './task/merge-task.entity.js';
import { MergeTaskRepository } from './task/merge-task.repository.js';
import { MergeWorker } from './run/merge.worker.js';
import { Reconciler } from './run/reconciler.js';
import { ExpiredFiles } from './file/expired-files.js';
import { KnownTaskRepository } from './task/known-task.repository.js';
import { KnownTasksService } from './task/known-tasks.service.js';
import { ListEntries } from './run/list-entries.js';
import { TaskMetrics } from './task-metrics.js';
import { TaskQueueRepository } from './task/task-queue.repository.js';
import { TaskRecipes } from './task/task-recipes.js';
import { TaskRun } from './run/task-run.js';
import { TaskLifecycle } from './run/task-lifecycle.js';
import { TaskSources } from './run/task-sources.js';
import { Visitors } from './visitors.js';
import { WaitingLine } from './waiting-line.js';
import { VolumeWatch } from './run/draining/volume-watch.js';
import { WorkSlots } from './run/slots/work-slots.js';

/**
 * Runs tasks from start to expiry, in processes of all roles, keeps their finished files, and queues
 * their callbacks, which `webhooks` sends. Other modules start their own tasks with
 * `MergeService.prepare`, and follow all tasks through `MergeEvents`. `MergeHttpModule` serves
 * visitors.
 */
@Module({
  imports: [
    TypeOrmModule.forFeature([MergeTask]),
    ExtractModule,
    HealthModule,
    MakeModule,
    SourceModule,
  ],
  providers: [
    CallbackUrls,
    TaskCallbacks,
    FinishedFiles,
    AbandonedTasks,
    KnownFiles,
    KnownTaskRepository,
    KnownTasksService,
    ExpiredTasksRepository,
    MergeEvents,
    MergeProcessor,
    TaskLifecycle,
    MergeService,
    MergeTaskRepository,
    MergeWorker,
    Reconciler,
    ExpiredFiles,
    ListEntries,
    TaskMetrics,
    TaskQueueRepository,
    TaskRecipes,
    TaskRun,
    TaskSources,
    Visitors,
    VolumeWatch,
    WaitingLine,
    WorkSlots,
  ],
  exports: [
    CallbackUrls,
    TaskCallbacks,
    FinishedFiles,
    KnownFiles,
    KnownTasksService,
    MergeEvents,
    MergeService,
    MergeTaskRepository,
    TaskRecipes,
    Visitors,
    WaitingLine,
  ],
})
export class MergeModule {}
