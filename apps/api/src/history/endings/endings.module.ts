import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SavedDownloadsModule } from '../../auth/saved-downloads.module.js';
import { MergeModule } from '../../merge/merge.module.js';
import { Download } from '../download.entity.js';
import { EndingEvents } from './ending-events.js';
import { EndingRepository } from './ending.repository.js';
import { EndingsService } from './endings.service.js';

/** Records how downloads end, in the process that ran the task. That process may be a worker. */
@Module({
  imports: [TypeOrmModule.forFeature([Download]), MergeModule, SavedDownloadsModule],
  providers: [EndingEvents, EndingRepository, EndingsService],
  exports: [EndingsService],
})
export class EndingsModule {}
