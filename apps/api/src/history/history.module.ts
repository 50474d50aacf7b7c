import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { MergeModule } from '../merge/merge.module.js';

/** The downloads of accounts. */
@Module({ imports: [AuthModule, MergeModule] })
export class HistoryModule {}
