import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdir, statfs } from 'node:fs/promises';
import { inLogContext } from '../../log/log-context.js';
import { DomainError } from '../../errors/domain-error.js';
import { Reservation } from './reservation.js';
import {
  type Holding,
  SHARED_ROOM,
  type SharedRoom,
  type AnnouncedHolding,
} from './shared-room.js';
import { STORAGE_OPTIONS, type StorageOptions } from '../storage.options.js';
import { volumeReserve } from '../volume-reserve.js';

/** The share of the volume that we use if no limit is set (contract: 80%). */
const SHARE_OF_VOLUME = 0.8;
/** How often to check the free space while anything is being written, in milliseconds. */
const LOOK_EVERY_MS = 1000;
/**
 * How long a published file is announced to other processes, in milliseconds. This is longer than
 * the time between two of their surveys.
 */
const PUBLISHED_MS = 60_000;

/**
 * Manages disk space under two limits. The first is our own limit. We enforce it by keeping track
 * of the space reserved for runs, the bytes that runs have written, and the finished files. Folders
 * are never walked to measure them, because that gets slower as they grow, and runs into files that
 * are being removed. The second limit is the volume itself. Part of it always stays free, because a
 * database on it must keep working.
 *
 * Each process does its own bookkeeping. It learns about other processes on the same volume from
 * surveys (`DiskStore`, `WorkArea`) and from `SharedRoom`, which reports the space reserved for
 * their runs and the files that they have just published. Without Redis, a process knows only the
 * surveys and the free space.
 */
@Injectable()
export class DiskRoom implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(DiskRoom.name);
  private readonly runs = new Set<Reservation>();
  /**
   * The sizes of finished files, and of the folders of runs that are not running in this process,
   * in bytes.
   */
  private readonly kept = new Map<string, number>();
  private keptBytes = 0;
  /** The space that other processes hold, according to their last announcements. */
  private others: readonly Holding[] = [];
  private heardAt = -Infinity;
  private limit = Infinity;
  /** The space on the volume that must stay free, in bytes. */
  private reserved = 0;
  /** The free space at the last check, minus what our runs have written since then, in bytes. */
  private left = Infinity;
  private looks: NodeJS.Timeout | null = null;
  private isLooking = false;
  private clear: () => Promise<void> = () => Promise.resolve();

  /**
   * @param shared announces space among processes; null if there is no other process, or no way to
   * learn about others
   */
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

  /** By this time, the runs have used up their grace period. */
  onApplicationShutdown(): void {
    this.stopLooking();
    this.shared?.close();
  }

  /** @param clear removes expired files; called when space is short, before a run is refused */
  onShortage(clear: () => Promise<void>): void {
    this.clear = clear;
  }

  /**
   * Reserves space for a run.
   * @param bytes the expected total size, or the known part of it
   * @param name of the run, which is also the name of its folder
   * @throws DomainError DISK_FULL
   */
  async reserve(bytes: number, name: string = randomUUID()): Promise<Reservation> {
    const run = new Reservation(name, this, () => this.release(run));
    this.runs.add(run);
    // Its log lines concern all runs, not only the run that started the timer.
    this.looks ??= inLogContext({}, () => setInterval(() => void this.look(), LOOK_EVERY_MS));
    try {
      await this.promise(run, bytes);
    } catch (error) {
      run.release();
      throw error;
    }
    return run;
  }

  /**
   * Reserves more space for a run. Because sizes are often unknown, expired files are removed first
   * if space is short or soon will be.
   * @param bytes size in total
   * @throws DomainError DISK_FULL; the run then keeps the space it had
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
   * Counts bytes that a run has written or (if negative) removed, before they are added to the
   * run's own count.
   * @throws DomainError DISK_FULL if the bytes use space that must stay free
   */
  spend(bytes: number): void {
    this.left -= bytes;
    if (bytes > 0 && this.left < this.reserved) {
      throw new DomainError('DISK_FULL', {
        cause: `the volume has ${this.left} bytes left, of which ${this.reserved} must stay free`,
      });
    }
  }

  /** @throws DomainError DISK_FULL if the reserved and written bytes exceed our limit */
  checkLimit(): void {
    // `spend` has already checked the free space on the volume.
    this.check(0, Infinity);
  }

  /**
   * Counts a file, or the folder of another run, that is on the disk.
   * @param name unique among files and runs
   * @param bytes size in total; 0 if it has been removed
   */
  keep(name: string, bytes: number): void {
    this.keptBytes += bytes - (this.kept.get(name) ?? 0);
    if (bytes === 0) {
      this.kept.delete(name);
    } else {
      this.kept.set(name, bytes);
    }
  }

  /** Announces a new file, so that other processes count it before their next survey finds it. */
  announcePublished(name: string, bytes: number): void {
    void this.exchangeHoldings([{ name, held: bytes, written: bytes, forMs: PUBLISHED_MS }]);
  }

  /** Ends the announcement of a file, or of a dead run. */
  announceRemoved(name: string): void {
    void this.exchangeHoldings([over(name)]);
  }

  /**
   * Space in bytes: the part that no run may use, the part taken by finished files and other runs'
   * folders, the part held by our runs, and our limit.
   */
  get usage(): Record<'reserve' | 'media' | 'held' | 'limit', number> {
    const held = sum(this.runs, (run) => run.held);
    return { reserve: this.reserved, media: this.keptBytes, held, limit: this.limit };
  }

  /** The free space on the volume, in bytes. */
  async free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.options.root);
    this.left = bavail * bsize;
    return this.left;
  }

  /** True if the volume is so full that no run can get any more space. */
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
   * Explains why the reserved space plus `more` does not fit; null if it fits. Checked before
   * reserving, so that a run that is refused does not block another.
   */
  private shortage(more: number, free: number): string | null {
    // Bytes that a survey has found on the disk are already part of `kept`.
    const unseen = ({ name, held }: Holding): number =>
      Math.max(0, held - (this.kept.get(name) ?? 0));
    const held = more + sum(this.runs, (run) => run.held) + sum(this.others, unseen);
    if (this.keptBytes + held > this.limit) {
      return `no room for ${held} bytes beside ${this.keptBytes} of finished files: the limit is ${this.limit}`;
    }
    const outstanding = more + sum([...this.runs, ...this.others], (one) => one.held - one.written);
    return outstanding + this.reserved > free
      ? `no room for ${outstanding} bytes: the volume has ${free} left, of which ${this.reserved} must stay free`
      : null;
  }

  /**
   * Reacts when the volume fills up. The reason can be ffmpeg (whose output is not counted while it
   * is being written), another process, or a database. Removes expired files, and if necessary ends
   * the run that began last, because it loses the least.
   */
  private async look(): Promise<void> {
    // This also renews our reservations in the other processes.
    void this.exchangeHoldings();
    // Removing files may take a long time, and each further check would end another run.
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
            cause: `the volume has ${this.left} bytes left, of which ${this.reserved} must stay free`,
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
   * Announces a reservation. If two processes reserve the same space at the same moment, the later
   * announcement reveals the earlier reservation, and the later reservation is withdrawn.
   * @param before bytes that the run had reserved before
   */
  private async confirm(run: Reservation, before: number): Promise<void> {
    const { bytes } = run;
    await this.exchangeHoldings();
    const cause = this.shortage(0, this.left);
    if (cause !== null) {
      // Keep the value if the run has grown again in the meantime.
      run.bytes = run.bytes === bytes ? before : run.bytes;
      await this.exchangeHoldings();
      throw new DomainError('DISK_FULL', { cause });
    }
  }

  /**
   * Announces the space that our runs hold, and updates `others`.
   * @param more further holdings to announce
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
