import { Module } from '@nestjs/common';
import { join } from 'node:path';
import { ENV, type Env } from '../env/env.module.js';
import { DiskMetrics } from './disk-metrics.js';
import { DiskRoom } from './room/disk-room.js';
import { DiskStore } from './disk.store.js';
import { FILE_STORE, type FileStore } from './file-store.port.js';
import { MediaVolume } from './media-volume.js';
import type { S3Settings } from './s3/s3-settings.js';
import { RedisRoom, SHARED_ROOM } from './room/shared-room.js';
import { DataSource } from 'typeorm';
import {
  ConfigurableStorageModule,
  STORAGE_OPTIONS,
  type StorageOptions,
} from './storage.options.js';
import { WorkArea } from './work-area.js';

/** Media: work in progress on disk, finished files on disk or in S3, and the space for both. */
@Module({
  providers: [
    DiskMetrics,
    DiskRoom,
    {
      provide: FILE_STORE,
      inject: [STORAGE_OPTIONS, DiskRoom, MediaVolume],
      useFactory: (options: StorageOptions, room: DiskRoom, volume: MediaVolume) =>
        options.s3 === undefined
          ? new DiskStore(options, room)
          : openS3Store(options, options.s3, { room, volume }),
    },
    WorkArea,
    {
      provide: SHARED_ROOM,
      inject: [ENV, MediaVolume],
      useFactory: ({ REDIS_URL }: Env, { diskId }: MediaVolume) =>
        REDIS_URL === undefined ? null : new RedisRoom(REDIS_URL, diskId),
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

/** The SDK is large, so it is loaded only when needed. */
async function openS3Store(
  { root, accelRedirect }: StorageOptions,
  settings: S3Settings,
  { room, volume }: { readonly room: DiskRoom; readonly volume: MediaVolume },
): Promise<FileStore> {
  const [{ S3Bucket }, { S3Store }] = await Promise.all([
    import('./s3/s3-bucket.js'),
    import('./s3/s3.store.js'),
  ]);
  // Several installations may share a bucket, but each sweeps only its own prefix.
  const bucket = new S3Bucket(settings, `dipper/${volume.id}/`);
  return new S3Store(bucket, room, { settings, accelRedirect, folder: join(root, 'copies') });
}
