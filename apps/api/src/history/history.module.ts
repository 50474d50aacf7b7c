import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { ConfigModule } from '../config/config.module.js';
import { ExtractModule } from '../extract/extract.module.js';
import { MergeEvents } from '../merge/merge-events.js';
import { MergeModule } from '../merge/merge.module.js';
import { Download } from './download.entity.js';
import { EndingsModule } from './endings/endings.module.js';
import { HistoryController } from './history.controller.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';
import { DownloadRecordRepository } from './download-record.repository.js';
import { DownloadRecordService } from './download-record.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Download]),
    AuthModule,
    ConfigModule,
    EndingsModule,
    ExtractModule,
    MergeModule,
  ],
  controllers: [HistoryController],
  providers: [HistoryRepository, HistoryService, DownloadRecordRepository, DownloadRecordService],
})
export class HistoryModule {
  constructor(events: MergeEvents, records: DownloadRecordService) {
    events.on('requested', (task) => records.recordStart(task));
  }
}
