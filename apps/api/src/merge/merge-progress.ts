import type { MergeStatus } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { EventEmitter } from 'node:events';

/** Where tasks stand, told within this process: runs tell it, the gateway passes it on to rooms. */
@Injectable()
export class MergeProgress {
  private readonly emitter = new EventEmitter();
  /** The newest status of tasks that run here: newer than the database, which is written once a second. */
  private readonly live = new Map<string, MergeStatus>();

  tell(status: MergeStatus): void {
    if (status.status === 'processing') {
      this.live.set(status.task_id, status);
    } else {
      this.live.delete(status.task_id);
    }
    this.emitter.emit('status', status);
  }

  newest(taskId: string): MergeStatus | null {
    return this.live.get(taskId) ?? null;
  }

  forget(taskId: string): void {
    this.live.delete(taskId);
  }

  onStatus(listener: (status: MergeStatus) => void): void {
    this.emitter.on('status', listener);
  }
}
