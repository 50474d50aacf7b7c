import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { mkdir, statfs } from 'node:fs/promises';
import { DomainError } from '../http/domain-error.js';
import { STORAGE_OPTIONS, type StorageOptions } from './storage.options.js';

/** Share of the volume that may be used when no limit is given (contract: 80 %). */
const SHARE_OF_VOLUME = 0.8;

/**
 * How much room there is, by bookkeeping: what is promised to runs, what they have written, what is
 * finished. Nothing is ever measured by walking folders, which costs more the more there is and
 * meets files that are just going.
 *
 * Each process keeps its own books. Of other processes on the same volume it sees the finished
 * files (each survey of `DiskStore`) and, through the free space, what they have written.
 */
@Injectable()
export class DiskRoom implements OnModuleInit {
  private readonly runs = new Set<Reservation>();
  private finished = 0;
  private limit = Infinity;

  constructor(@Inject(STORAGE_OPTIONS) private readonly options: StorageOptions) {}

  async onModuleInit(): Promise<void> {
    const { root, maxBytes } = this.options;
    await mkdir(root, { recursive: true });
    const { blocks, bsize } = await statfs(root);
    this.limit = maxBytes ?? blocks * bsize * SHARE_OF_VOLUME;
  }

  /**
   * Promises room to a run.
   * @param bytes how much it will need in all, as far as is known.
   * @throws DomainError DISK_FULL
   */
  async reserve(bytes: number): Promise<Reservation> {
    const reservation = new Reservation(this, () => this.runs.delete(reservation));
    this.runs.add(reservation);
    try {
      await reservation.growTo(bytes);
    } catch (error) {
      reservation.release();
      throw error;
    }
    return reservation;
  }

  /** @param bytes of all finished files. */
  setFinished(bytes: number): void {
    this.finished = bytes;
  }

  /** @param bytes that came to (or, negative, went from) the finished files. */
  addFinished(bytes: number): void {
    this.finished += bytes;
  }

  /** @throws DomainError DISK_FULL when more is held or promised than we may keep. */
  checkLimit(): void {
    const held = this.sum(({ bytes, written }) => Math.max(bytes, written));
    if (this.finished + held > this.limit) {
      throw new DomainError('DISK_FULL', {
        cause: `no room for ${held} bytes beside ${this.finished} of finished files: the limit is ${this.limit}`,
      });
    }
  }

  /** @throws DomainError DISK_FULL when the volume has not as much left as is promised and not written yet. */
  async checkVolume(): Promise<void> {
    const { bavail, bsize } = await statfs(this.options.root);
    const outstanding = this.sum(({ bytes, written }) => Math.max(0, bytes - written));
    if (outstanding > bavail * bsize) {
      throw new DomainError('DISK_FULL', {
        cause: `no room for ${outstanding} bytes: the volume has ${bavail * bsize} left`,
      });
    }
  }

  private sum(count: (run: Reservation) => number): number {
    return [...this.runs].reduce((total, run) => total + count(run), 0);
  }
}

/** The room of one run, bytes. */
export class Reservation {
  /** Promised to it. */
  bytes = 0;
  /** On the disk. */
  written = 0;

  constructor(
    private readonly room: Pick<DiskRoom, 'checkLimit' | 'checkVolume'>,
    readonly release: () => void,
  ) {}

  /**
   * Makes sure that it may grow to so much in all; less than before changes nothing.
   * @throws DomainError DISK_FULL, and keeps what it had.
   */
  async growTo(bytes: number): Promise<void> {
    const before = this.bytes;
    this.bytes = Math.max(before, bytes);
    try {
      this.room.checkLimit();
      await this.room.checkVolume();
    } catch (error) {
      this.bytes = before;
      throw error;
    }
  }

  /**
   * Counts bytes that came or (negative) went.
   * @throws DomainError DISK_FULL when they are beyond what was promised and beyond what we may keep.
   */
  count(bytes: number): void {
    this.written += bytes;
    if (bytes > 0 && this.written > this.bytes) {
      this.room.checkLimit();
    }
  }
}
