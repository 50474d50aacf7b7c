import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SavedDownloadsModule } from '../../auth/saved-downloads.module.js';
import { MergeEvents } from '../../merge/merge-events.js';
import { MergeModule } from '../../merge/merge.module.js';
import { Download } from '../download.entity.js';
import { EndingRepository } from './ending.repository.js';
import { EndingsService } from './endings.service.js';

/**
 * Records how downloads end, in the process that ran the task. That process may be a worker. Endings
 * that are missed are corrected later.
 */
@Module({
  imports: [TypeOrmModule.forFeature([Download]), MergeModule, SavedDownloadsModule],
  providers: [EndingRepository, EndingsService],
  exports: [EndingsService],
})
export class EndingsModule {
  constructor(events: MergeEvents, endings: EndingsService) {
    events.on('ended', (status) => endings.ended(status));
  }
}
