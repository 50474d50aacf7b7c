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

  /** @param bytes that came to (or, negative, went from) the finished files. */
  addFinished(bytes: number): void {
    this.finished += bytes;
  }

  /** What the volume has left, bytes. */
  async free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.options.root);
    return bavail * bsize;
  }

  /**
   * Whether all that is promised fits, and more besides. Asked before anything is promised, so that
   * a run that is refused does not stand in the way of another.
   * @param more bytes.
   * @param free what the volume has left.
   * @throws DomainError DISK_FULL
   */
  check(more: number, free: number): void {
    const held = more + this.sum(({ bytes, written }) => Math.max(bytes, written));
    if (this.finished + held > this.limit) {
      throw new DomainError('DISK_FULL', {
        cause: `no room for ${held} bytes beside ${this.finished} of finished files: the limit is ${this.limit}`,
      });
    }
    const outstanding = more + this.sum(({ bytes, written }) => Math.max(0, bytes - written));
    if (outstanding > free) {
      throw new DomainError('DISK_FULL', {
        cause: `no room for ${outstanding} bytes: the volume has ${free} left`,
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
    private readonly room: Pick<DiskRoom, 'check' | 'free'>,
    readonly release: () => void,
  ) {}

  /**
   * Makes sure that it may grow to so much in all; less than before changes nothing.
   * @throws DomainError DISK_FULL, and keeps what it had.
   */
  async growTo(bytes: number): Promise<void> {
    if (bytes <= this.bytes) {
      return;
    }
    const free = await this.room.free();
    this.room.check(Math.max(0, bytes - Math.max(this.bytes, this.written)), free);
    this.bytes = Math.max(this.bytes, bytes);
  }

  /**
   * Counts bytes that came or (negative) went.
   * @throws DomainError DISK_FULL when they are beyond what was promised and beyond what we may keep.
   */
  count(bytes: number): void {
    this.written += bytes;
    if (bytes > 0 && this.written > this.bytes) {
      // Of a full volume the system itself tells.
      this.room.check(0, Infinity);
    }
  }
}
