import { Module } from '@nestjs/common';
import { MergeModule } from '../merge/merge.module.js';
import { TaskOutcomes } from './task-outcomes.js';

/** Counts how tasks end, in every process that may run them. */
@Module({ imports: [MergeModule], providers: [TaskOutcomes] })
export class TaskOutcomesModule {}
