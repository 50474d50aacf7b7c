import { isFinal } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { GrowingFileState } from '../../infra/http/reply/stream-growing-file.js';
import { WorkArea } from '../../infra/storage/work-area.js';
import { BUNDLE_FILE } from '../../make/bundle/bundle.maker.js';
import type { MergeTask } from '../task/merge-task.entity.js';
import { MergeTaskRepository } from '../task/merge-task.repository.js';
import { WaitingLine } from '../waiting-line.js';
import { FinishedFiles } from './finished-files.js';

/**
 * How many bundle states are cached, and for how many milliseconds. All clients that stream a
 * bundle share its state.
 */
const LOOKS = { max: 1000, ttl: 900 };

/**
 * Finds bundles while they grow, whichever process fills them: a task's row names its run, and the
 * run's folder contains the bundle.
 */
@Injectable()
export class BundleService {
  private readonly looks = new LRUCache<string, Promise<GrowingFileState>>(LOOKS);

  constructor(
    private readonly tasks: MergeTaskRepository,
    private readonly line: WaitingLine,
    private readonly files: FinishedFiles,
    private readonly work: WorkArea,
  ) {}

  /** The name of a bundle that is waiting or being filled; null for everything else. */
  async growing(taskId: string): Promise<string | null> {
    const task = await this.tasks.find(taskId);
    const isGrowing = task?.kind === 'bundle' && ['queued', 'processing'].includes(task.status);
    return isGrowing ? task.fileName : null;
  }

  /** The current state of a bundle. The result is cached, so frequent calls are cheap. */
  look(taskId: string): Promise<GrowingFileState> {
    const known = this.looks.get(taskId);
    if (known !== undefined) {
      return known;
    }
    const look = this.read(taskId);
    this.looks.set(taskId, look);
    return look;
  }

  private async read(taskId: string): Promise<GrowingFileState> {
    const task = await this.tasks.find(taskId);
    if (task === null) {
      return { state: 'broken' };
    }
    if (task.askedLongAgo && !isFinal(task.status)) {
      await this.line.noteViewers([taskId]);
    }
    return this.fileState(task);
  }

  private fileState({ status, runId, fileId, fileBytes }: MergeTask): GrowingFileState {
    switch (status) {
      case 'queued':
        return { state: 'awaited' };
      case 'processing':
        return runId === null
          ? { state: 'awaited' }
          : { state: 'growing', run: runId, path: this.work.pathIn(runId, BUNDLE_FILE) };
      case 'complete':
        return runId === null || fileId === null || fileBytes === null
          ? { state: 'broken' }
          : {
              state: 'whole',
              run: runId,
              bytes: fileBytes,
              open: () => this.files.store.open(fileId),
            };
      case 'prepared':
      case 'error':
      case 'cancelled':
        return { state: 'broken' };
    }
  }
}
