import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ENV, type Env } from '../../../infra/env/env.module.js';
import { Shutdown } from '../../../infra/health/shutdown.js';
import { isMounted, MediaVolume, missingVolume } from '../../../infra/storage/media-volume.js';
import { MergeProcessor } from '../merge.processor.js';

const EVERY_MS = 2000;

/**
 * Shuts down a process that makes files when its media volume is lost, because other processes may
 * still have the volume.
 */
@Injectable()
export class VolumeWatch {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'ROLE'>,
    private readonly volume: MediaVolume,
    private readonly shutdown: Shutdown,
    processor: MergeProcessor,
  ) {
    shutdown.onFailure(() => {
      processor.handBackAll();
      return processor.idle();
    });
  }

  @Interval(EVERY_MS)
  async look(): Promise<void> {
    if (this.env.ROLE !== 'api' && !(await isMounted(this.volume.root))) {
      await this.shutdown.fail(missingVolume(this.volume.root));
    }
  }
}
