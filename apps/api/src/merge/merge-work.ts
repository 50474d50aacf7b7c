import { Injectable } from '@nestjs/common';
import { FileLifetime } from './file-lifetime.js';
import { FileSharing } from './file-sharing.js';
import { MergeProcessor } from './merge.processor.js';
import { MergeProgress } from './merge-progress.js';

/** What the service needs of the work itself. */
@Injectable()
export class MergeWork {
  constructor(
    readonly progress: MergeProgress,
    readonly processor: MergeProcessor,
    readonly sharing: FileSharing,
    readonly lifetime: FileLifetime,
  ) {}
}
