import { Global, Module } from '@nestjs/common';
import { DiskStore } from './disk.store.js';

@Global()
@Module({ providers: [DiskStore], exports: [DiskStore] })
export class StorageModule {}
