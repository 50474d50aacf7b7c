import { Module } from '@nestjs/common';
import { DiskRoom } from './disk-room.js';
import { DiskStore } from './disk.store.js';
import { MediaVolume } from './media-volume.js';
import { DataSource } from 'typeorm';
import {
  ConfigurableStorageModule,
  STORAGE_OPTIONS,
  type StorageOptions,
} from './storage.options.js';
import { WorkArea } from './work-area.js';

/** Media on disk: work in progress, finished files, and space for both. */
@Module({
  providers: [
    DiskRoom,
    DiskStore,
    WorkArea,
    {
      provide: MediaVolume,
      inject: [STORAGE_OPTIONS, DataSource],
      // Before anything is written there in onModuleInit.
      useFactory: async (options: StorageOptions, source: DataSource) => {
        const volume = new MediaVolume(options, source);
        await volume.claim();
        return volume;
      },
    },
  ],
  exports: [DiskRoom, DiskStore, MediaVolume, WorkArea],
})
export class StorageModule extends ConfigurableStorageModule {}
