import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { metrics } from '../metrics/metrics.js';
import { DiskRoom } from './room/disk-room.js';

/** How often to read the free space, in milliseconds. Network volumes may be slow to respond. */
const SAMPLE_MS = 10_000;

@Injectable()
export class DiskMetrics implements OnModuleInit, OnModuleDestroy {
  private free: number | null = null;
  private unwatch: (() => void)[] = [];

  constructor(private readonly room: DiskRoom) {}

  onModuleInit(): void {
    this.unwatch = [
      metrics.watchValue('dipper_disk_free_bytes', () => this.free),
      metrics.watchValue('dipper_disk_reserve_bytes', () => this.room.usage.reserve),
      metrics.watchValue('dipper_disk_media_bytes', () => this.room.usage.media),
      metrics.watchValue('dipper_disk_held_bytes', () => this.room.usage.held),
      metrics.watchValue('dipper_disk_limit_bytes', () => this.room.usage.limit),
    ];
  }

  onModuleDestroy(): void {
    this.unwatch.forEach((stop) => stop());
  }

  @Interval(SAMPLE_MS)
  async sample(): Promise<void> {
    this.free = await this.room.free().catch(() => null);
  }
}
