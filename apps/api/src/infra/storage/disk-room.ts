import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { mkdir, statfs } from 'node:fs/promises';
import { DomainError } from '../http/domain-error.js';
import { Reservation } from './reservation.js';
import { STORAGE_OPTIONS, type StorageOptions } from './storage.options.js';
import { volumeReserve } from './volume-reserve.js';

/** Share of the volume used when no limit is set (contract: 80 %). */
const SHARE_OF_VOLUME = 0.8;
/** How often free space is checked while anything is being written, milliseconds. */
const LOOK_EVERY_MS = 1000;

/**
 * Manages disk space under two limits. One is our own, by bookkeeping: space reserved for runs,
 * what they have written, finished files. Nothing is measured by walking folders, which gets slower
 * as they grow and meets files that are being removed. The other is the volume itself: part of it
 * stays free, whoever fills it, because a database on it must keep working.
 *
 * Each process keeps its own books. Of other processes on the same volume it sees finished files
 * (by each survey of `DiskStore`) and, through the free space, what they have written.
 */
@Injectable()
export class DiskRoom implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(DiskRoom.name);
  private readonly runs = new Set<Reservation>();
  private finished = 0;
  private limit = Infinity;
  /** Space of the volume that must stay free, bytes. */
  private reserved = 0;
  /** Free space at the last check, minus what our runs have written since, bytes. */
  private left = Infinity;
  private looks: NodeJS.Timeout | null = null;
  private isLooking = false;
  private clear: () => Promise<void> = () => Promise.resolve();

  constructor(@Inject(STORAGE_OPTIONS) private readonly options: StorageOptions) {}

  async onModuleInit(): Promise<void> {
    const { root, maxBytes } = this.options;
    await mkdir(root, { recursive: true });
    const { blocks, bsize } = await statfs(root);
    this.limit = maxBytes ?? blocks * bsize * SHARE_OF_VOLUME;
    this.reserved = volumeReserve(blocks * bsize);
  }

  /** Runs have used up their grace by then. */
  onApplicationShutdown(): void {
    this.stopLooking();
  }

  /**
   * @param clear removes files that nobody is entitled to any more; called when space is short,
   *   before a run is refused.
   */
  onShortage(clear: () => Promise<void>): void {
    this.clear = clear;
  }

  /**
   * Reserves space for a run.
   * @param bytes its expected total, as far as known.
   * @throws DomainError DISK_FULL
   */
  async reserve(bytes: number): Promise<Reservation> {
    const run = new Reservation(this, () => this.release(run));
    this.runs.add(run);
    this.looks ??= setInterval(() => void this.look(), LOOK_EVERY_MS);
    try {
      await this.promise(run, bytes);
    } catch (error) {
      run.release();
      throw error;
    }
    return run;
  }

  /**
   * Reserves more space for a run. If space is short, or soon will be because sizes are often
   * unknown, expired files are removed first.
   * @param bytes in total.
   * @throws DomainError DISK_FULL, and the run keeps what it had.
   */
  async promise(run: Reservation, bytes: number): Promise<void> {
    const more = (): number => Math.max(0, bytes - Math.max(run.bytes, run.written));
    let free = await this.free();
    if (this.shortage(more() + this.reserved, free) !== null) {
      await this.clear();
      free = await this.free();
    }
    this.check(more(), free);
    run.bytes = Math.max(run.bytes, bytes);
  }

  /**
   * Counts bytes that a run has written or (negative) removed, before they are in its own count.
   * @throws DomainError DISK_FULL when they use space that must stay free.
   */
  spend(bytes: number): void {
    this.left -= bytes;
    if (bytes > 0 && this.left < this.reserved) {
      throw new DomainError('DISK_FULL', {
        cause: `the volume has ${this.left} bytes left: ${this.reserved} stay free`,
      });
    }
  }

  /** @throws DomainError DISK_FULL when reserved and written space exceed our limit. */
  checkLimit(): void {
    // `spend` checks the volume's own space.
    this.check(0, Infinity);
  }

  /** @param bytes added to or (negative) removed from the finished files. */
  addFinished(bytes: number): void {
    this.finished += bytes;
  }

  /** Free space of the volume, bytes. */
  async free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.options.root);
    this.left = bavail * bsize;
    return this.left;
  }

  /** True when the volume is so full that no run gets space any more. */
  async isShort(): Promise<boolean> {
    return (await this.free()) < this.reserved;
  }

  private check(more: number, free: number): void {
    const cause = this.shortage(more, free);
    if (cause !== null) {
      throw new DomainError('DISK_FULL', { cause });
    }
  }

  /**
   * Why the reserved space plus `more` does not fit; null when it does. Checked before reserving,
   * so that a refused run does not block another.
   */
  private shortage(more: number, free: number): string | null {
    const held = more + this.sum(({ bytes, written }) => Math.max(bytes, written));
    if (this.finished + held > this.limit) {
      return `no room for ${held} bytes beside ${this.finished} of finished files: the limit is ${this.limit}`;
    }
    const outstanding = more + this.sum(({ bytes, written }) => Math.max(0, bytes - written));
    return outstanding + this.reserved > free
      ? `no room for ${outstanding} bytes: the volume has ${free} left, of which ${this.reserved} stay free`
      : null;
  }

  /**
   * Reacts to a filling volume, whoever fills it (ffmpeg, which is not counted while it writes;
   * another process; a database): removes expired files, then ends the run that began last, which
   * loses least.
   */
  private async look(): Promise<void> {
    // Clearing may take long, and each further check would end another run.
    if (this.isLooking) {
      return;
    }
    this.isLooking = true;
    try {
      if ((await this.free()) >= 2 * this.reserved) {
        return;
      }
      await this.clear();
      if (await this.isShort()) {
        const last = [...this.runs].findLast(({ ended }) => !ended.aborted);
        last?.end(
          new DomainError('DISK_FULL', {
            cause: `the volume has ${this.left} bytes left: ${this.reserved} stay free`,
          }),
        );
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'The free disk space could not be read; trying again soon');
    } finally {
      this.isLooking = false;
    }
  }

  private release(run: Reservation): void {
    this.runs.delete(run);
    if (this.runs.size === 0) {
      this.stopLooking();
    }
  }

  private stopLooking(): void {
    clearInterval(this.looks ?? undefined);
    this.looks = null;
  }

  private sum(count: (run: Reservation) => number): number {
    return [...this.runs].reduce((total, run) => total + count(run), 0);
  }
}
