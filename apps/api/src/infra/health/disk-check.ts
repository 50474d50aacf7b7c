import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { statfs } from 'node:fs/promises';
import { ENV, type Env } from '../env/env.module.js';
import { DiskRoom } from '../storage/room/disk-room.js';
import { FILE_STORE, type FileStore } from '../storage/file-store.port.js';
import { WorkArea } from '../storage/work-area.js';
import { volumeReserve } from '../storage/volume-reserve.js';
import { Readiness } from './readiness.js';

@Injectable()
export class DiskCheck implements OnModuleInit {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'DATA_DIR'>,
    private readonly readiness: Readiness,
    private readonly room: DiskRoom,
    private readonly work: WorkArea,
    @Inject(FILE_STORE) private readonly store: FileStore,
  ) {}

  onModuleInit(): void {
    this.readiness.addCheck('disk', () => this.enough());
    if (!this.store.usesDisk) {
      this.readiness.addCheck('storage', () => this.checkStore());
    }
  }

  /**
   * Checks the volumes that hold the media and the embedded database; they may be different.
   * @throws Error if one of them is missing, or too full for new work
   */
  private async enough(): Promise<void> {
    if (!(await this.work.isAvailable())) {
      throw new Error('the media volume is missing');
    }
    const { blocks, bavail, bsize } = await statfs(this.env.DATA_DIR);
    const isShort = bavail * bsize < volumeReserve(blocks * bsize);
    if (isShort || (await this.room.isShort())) {
      throw new Error('the disk is full');
    }
  }

  private async checkStore(): Promise<void> {
    if (!(await this.store.isAvailable())) {
      throw new Error('the store of finished files does not respond');
    }
  }
}
