import { Module } from '@nestjs/common';
import { ENV, type Env } from '../env/env.module.js';
import { DiskMetrics } from './disk-metrics.js';
import { DiskRoom } from './disk-room.js';
import { DiskStore } from './disk.store.js';
import { FILE_STORE } from './file-store.port.js';
import { MediaVolume } from './media-volume.js';
import { RedisRoom, SHARED_ROOM } from './shared-room.js';
import { DataSource } from 'typeorm';
import {
  ConfigurableStorageModule,
  STORAGE_OPTIONS,
  type StorageOptions,
} from './storage.options.js';
import { WorkArea } from './work-area.js';

/** Media on disk: work in progress, finished files, and the space for both. */
@Module({
  providers: [
    DiskMetrics,
    DiskRoom,
    { provide: FILE_STORE, useClass: DiskStore },
    WorkArea,
    {
      provide: SHARED_ROOM,
      inject: [ENV, MediaVolume],
      useFactory: ({ REDIS_URL }: Env, { id }: MediaVolume) =>
        REDIS_URL === undefined ? null : new RedisRoom(REDIS_URL, id),
    },
    {
      provide: MediaVolume,
      inject: [STORAGE_OPTIONS, DataSource],
      // Claims the volume before any module writes to it in onModuleInit.
      useFactory: async (options: StorageOptions, source: DataSource) => {
        const volume = new MediaVolume(options, source);
        await volume.claim();
        return volume;
      },
    },
  ],
  exports: [DiskRoom, FILE_STORE, MediaVolume, WorkArea],
})
export class StorageModule extends ConfigurableStorageModule {}
