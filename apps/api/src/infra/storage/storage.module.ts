import { Module } from '@nestjs/common';
import { DiskRoom } from './disk-room.js';
import { DiskStore } from './disk.store.js';
import { ConfigurableStorageModule } from './storage.options.js';
import { WorkArea } from './work-area.js';

/** Media on disk: what is being made, what is finished, and how much room there is for either. */
@Module({
  providers: [DiskRoom, DiskStore, WorkArea],
  exports: [DiskRoom, DiskStore, WorkArea],
})
export class StorageModule extends ConfigurableStorageModule {}
