import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdir, statfs } from 'node:fs/promises';
import { DomainError } from '../http/domain-error.js';
import { Reservation } from './reservation.js';
import {
  type Holding,
  SHARED_ROOM,
  type SharedRoom,
  type AnnouncedHolding,
} from './shared-room.js';
import { STORAGE_OPTIONS, type StorageOptions } from './storage.options.js';
import { volumeReserve } from './volume-reserve.js';

/** Share of the volume used when no limit is set (contract: 80 %). */
const SHARE_OF_VOLUME = 0.8;
/** How often free space is checked while anything is being written, milliseconds. */
const LOOK_EVERY_MS = 1000;
/** How long a published file is announced: longer than between two surveys of the others, milliseconds. */
const PUBLISHED_MS = 60_000;

/**
 * Manages disk space under two limits. One is our own, by bookkeeping: space reserved for runs,
 * what they have written, finished files. Nothing is measured by walking folders, which gets slower
 * as they grow and meets files that are being removed. The other is the volume itself: part of it
 * always stays free, because a database on it must keep working.
 *
 * Each process keeps its own books. It learns about other processes on the same volume from surveys
 * (`DiskStore`, `WorkArea`) and from `SharedRoom`: the space reserved for their runs, and files they
 * have just published. Without Redis it has only the surveys and the free space.
 */
@Injectable()
export class DiskRoom implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(DiskRoom.name);
  private readonly runs = new Set<Reservation>();
  /** Bytes of finished files, and of folders of runs that this process is not running. */
  private readonly kept = new Map<string, number>();
  private keptBytes = 0;
  /** Space held by other processes, as last heard. */
  private others: readonly Holding[] = [];
  private heardAt = -Infinity;
  private limit = Infinity;
  /** Space of the volume that must stay free, bytes. */
  private reserved = 0;
  /** Free space at the last check, minus what our runs have written since, bytes. */
  private left = Infinity;
  private looks: NodeJS.Timeout | null = null;
  private isLooking = false;
  private clear: () => Promise<void> = () => Promise.resolve();

  /** @param shared null when there is no other process, or no way to hear of them. */
  constructor(
    @Inject(STORAGE_OPTIONS) private readonly options: StorageOptions,
    @Inject(SHARED_ROOM) private readonly shared: SharedRoom | null = null,
  ) {}

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
    this.shared?.close();
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
   * @param name of the run, which is also the name of its folder.
   * @throws DomainError DISK_FULL
   */
  async reserve(bytes: number, name: string = randomUUID()): Promise<Reservation> {
    const run = new Reservation(name, this, () => this.release(run));
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
    const more = (): number => Math.max(0, bytes - run.held);
    await this.exchangeHoldings();
    let free = await this.free();
    if (this.shortage(more() + this.reserved, free) !== null) {
      await this.clear();
      await this.exchangeHoldings();
      free = await this.free();
    }
    this.check(more(), free);
    const before = run.bytes;
    run.bytes = Math.max(run.bytes, bytes);
    if (this.shared !== null && bytes > before) {
      await this.confirm(run, before);
    }
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

  /**
   * Counts a file, or a folder of another run, on the disk.
   * @param name unique among files and runs.
   * @param bytes in all; 0 when it is gone.
   */
  keep(name: string, bytes: number): void {
    this.keptBytes += bytes - (this.kept.get(name) ?? 0);
    if (bytes === 0) {
      this.kept.delete(name);
    } else {
      this.kept.set(name, bytes);
    }
  }

  /** Announces a new file: other processes count it before their next survey finds it. */
  announcePublished(name: string, bytes: number): void {
    void this.exchangeHoldings([{ name, held: bytes, written: bytes, forMs: PUBLISHED_MS }]);
  }

  /** Ends the announcement of a file or of a dead run. */
  announceRemoved(name: string): void {
    void this.exchangeHoldings([over(name)]);
  }

  /** Free space of the volume, bytes. */
  async free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.options.root);
    this.left = bavail * bsize;
    return this.left;
  }

  /** True when the volume is so full that no run gets any more space. */
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
    // Bytes that a survey has found on the disk are in `kept` already.
    const unseen = ({ name, held }: Holding): number =>
      Math.max(0, held - (this.kept.get(name) ?? 0));
    const held = more + sum(this.runs, (run) => run.held) + sum(this.others, unseen);
    if (this.keptBytes + held > this.limit) {
      return `no room for ${held} bytes beside ${this.keptBytes} of finished files: the limit is ${this.limit}`;
    }
    const outstanding = more + sum([...this.runs, ...this.others], (one) => one.held - one.written);
    return outstanding + this.reserved > free
      ? `no room for ${outstanding} bytes: the volume has ${free} left, of which ${this.reserved} stay free`
      : null;
  }

  /**
   * Reacts when the volume fills up, for whatever reason (ffmpeg, which is not counted while it
   * writes; another process; a database): removes expired files, then ends the run that began last, which
   * loses least.
   */
  private async look(): Promise<void> {
    // Also renews our reservations with the other processes.
    void this.exchangeHoldings();
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

  /**
   * Announces a reservation. If another process has reserved the same space at the same moment, the
   * later announcement sees the earlier one, and its reservation is withdrawn.
   * @param before bytes that the run had reserved before.
   */
  private async confirm(run: Reservation, before: number): Promise<void> {
    const { bytes } = run;
    await this.exchangeHoldings();
    const cause = this.shortage(0, this.left);
    if (cause !== null) {
      // Unless it has grown again meanwhile.
      run.bytes = run.bytes === bytes ? before : run.bytes;
      await this.exchangeHoldings();
      throw new DomainError('DISK_FULL', { cause });
    }
  }

  /**
   * Announces the space held by our runs, and updates `others`.
   * @param more to announce.
   */
  private async exchangeHoldings(more: readonly AnnouncedHolding[] = []): Promise<void> {
    if (this.shared === null) {
      return;
    }
    const { leaseMs } = this.shared;
    const own = [...this.runs].map(({ name, held, written }) => ({ name, held, written }));
    const told = await this.shared.announce([
      ...own.map((holding) => ({ ...holding, forMs: leaseMs })),
      ...more,
    ]);
    if (told !== null) {
      const names = new Set(own.map(({ name }) => name));
      this.others = told.filter(({ name }) => !names.has(name));
      this.heardAt = performance.now();
    } else if (performance.now() - this.heardAt > leaseMs) {
      this.others = [];
    }
  }

  private release(run: Reservation): void {
    this.runs.delete(run);
    void this.exchangeHoldings([over(run.name)]);
    if (this.runs.size === 0) {
      this.stopLooking();
    }
  }

  private stopLooking(): void {
    clearInterval(this.looks ?? undefined);
    this.looks = null;
  }
}

function over(name: string): AnnouncedHolding {
  return { name, held: 0, written: 0, forMs: 0 };
}

function sum<T>(all: Iterable<T>, count: (one: T) => number): number {
  return [...all].reduce((total, one) => total + count(one), 0);
}
