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

/** Share of the volume that may be used when no limit is given (contract: 80 %). */
const SHARE_OF_VOLUME = 0.8;
/** How often the volume is looked at while anything is being written, milliseconds. */
const LOOK_EVERY_MS = 1000;

/**
 * How much room there is. Two things bound it. Our own limit, by bookkeeping: what is promised to
 * runs, what they have written, what is finished; nothing is ever measured by walking folders, which
 * costs more the more there is and meets files that are just going. And the volume itself: a part of
 * it stays free, whoever fills it, because a database on it must go on working.
 *
 * Each process keeps its own books. Of other processes on the same volume it sees the finished
 * files (each survey of `DiskStore`) and, through the free space, what they have written.
 */
@Injectable()
export class DiskRoom implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(DiskRoom.name);
  private readonly runs = new Set<Reservation>();
  private finished = 0;
  private limit = Infinity;
  /** What stays free of the volume, bytes. */
  private reserved = 0;
  /** Free space by the last look, less what our runs have written since, bytes. */
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

  /** Runs have had their grace by then. */
  onApplicationShutdown(): void {
    this.stopLooking();
  }

  /** @param clear removes what nobody has a claim to any more; asked when room is short, before a run is refused. */
  onShortage(clear: () => Promise<void>): void {
    this.clear = clear;
  }

  /**
   * Promises room to a run.
   * @param bytes how much it will need in all, as far as is known.
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
   * Promises more room to a run; what is over is removed first where there is too little, or soon
   * will be: how much comes is often not known.
   * @param bytes in all.
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
   * @throws DomainError DISK_FULL when they eat into what stays free of the volume.
   */
  spend(bytes: number): void {
    this.left -= bytes;
    if (bytes > 0 && this.left < this.reserved) {
      throw new DomainError('DISK_FULL', {
        cause: `the volume has ${this.left} bytes left: ${this.reserved} stay free`,
      });
    }
  }

  /** @throws DomainError DISK_FULL when what is promised and written is more than we may keep. */
  checkLimit(): void {
    // Of the volume's own space `spend` tells.
    this.check(0, Infinity);
  }

  /** @param bytes that came to (or, negative, went from) the finished files. */
  addFinished(bytes: number): void {
    this.finished += bytes;
  }

  /** What the volume has left, bytes. */
  async free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.options.root);
    this.left = bavail * bsize;
    return this.left;
  }

  /** True when no run is given room any more, because the volume is as full as it may become. */
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
   * What keeps all that is promised, and more besides, from fitting; null when it fits. Asked before
   * anything is promised, so that a run that is refused does not stand in the way of another.
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
   * Whoever fills the volume (ffmpeg, which is not counted while it writes; another process; a
   * database): what is over goes in time, then the run that began last, which loses least.
   */
  private async look(): Promise<void> {
    // Clearing may take long, and each look that finds the same would end another run.
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
