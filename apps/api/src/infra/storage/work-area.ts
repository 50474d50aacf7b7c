import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskRoom } from './disk-room.js';
import type { Reservation } from './reservation.js';
import { isSafeName, safeName } from './safe-name.js';
import { STORAGE_OPTIONS, type StorageOptions } from './storage.options.js';

/** The folder of one run, with its room. */
export interface WorkFolder {
  readonly path: string;
  readonly room: Reservation;
  /** Removes it with all that is in it. Never throws. */
  close(): Promise<void>;
}

/**
 * Where files are made: a folder for each run, named by it. A run that was only held up (a stopped
 * process) and comes back finds its folder gone and cannot touch that of the run that took over.
 */
@Injectable()
export class WorkArea implements OnModuleInit {
  private readonly logger = new Logger(WorkArea.name);
  private readonly root: string;

  constructor(
    @Inject(STORAGE_OPTIONS) { root }: StorageOptions,
    private readonly room: DiskRoom,
  ) {
    this.root = join(root, 'work');
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.root, { recursive: true });
  }

  /** @param clear removes what is over; asked when room is short, before a run is refused. */
  onShortage(clear: () => Promise<void>): void {
    this.room.onShortage(clear);
  }

  /**
   * @param runId names the folder; never used before.
   * @param bytes the run will need in all, as far as is known.
   * @throws DomainError DISK_FULL
   */
  async open(runId: string, bytes: number): Promise<WorkFolder> {
    const path = join(this.root, safeName(runId));
    const room = await this.room.reserve(bytes);
    try {
      await mkdir(path);
    } catch (error) {
      room.release();
      throw error;
    }
    const close = async (): Promise<void> => {
      await this.discard(runId);
      room.release();
    };
    return { path, room, close };
  }

  /** The runs that have a folder, whoever's they are. */
  async list(): Promise<string[]> {
    await mkdir(this.root, { recursive: true });
    return (await readdir(this.root)).filter(isSafeName);
  }

  /**
   * Removes the folder of a run that is over. Never throws: one that cannot be removed now (a run
   * that has lost its task may still be writing) the next sweep removes.
   */
  async discard(runId: string): Promise<void> {
    const path = join(this.root, safeName(runId));
    try {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      this.logger.warn({ err: error }, 'A work folder could not be removed; the next sweep will');
    }
  }
}
