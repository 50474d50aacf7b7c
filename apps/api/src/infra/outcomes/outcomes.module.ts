import { Global, Module } from '@nestjs/common';
import { OutcomeCounts } from './outcome-counts.js';

/** Counts how searches and tasks end, in processes of all roles. */
@Global()
@Module({ providers: [OutcomeCounts], exports: [OutcomeCounts] })
export class OutcomesModule {}
