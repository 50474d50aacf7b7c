import type { MergeStatus } from '@dipper/contract';
import { Injectable, Logger } from '@nestjs/common';
import { EventEmitter } from 'node:events';

/** A task started from an account. */
export interface TaskRequested {
  readonly taskId: string;
  readonly accountId: string;
  /** The Host header of the request: its domain decides what accounts may store. */
  readonly host: string;
}

/** Events of tasks in this process. */
export interface MergeEventMap {
  /** A signed-in visitor has started a task, or requested it again. */
  requested: TaskRequested;
  /**
   * A run of a task has begun in this process, possibly not the first, after a crash or a shutdown.
   */
  began: MergeStatus;
  /** A run in this process has progressed: at most ten times a second per task. */
  advanced: MergeStatus;
  /**
   * A task has ended: complete, failed or cancelled. Emitted once, by the process that ended it.
   */
  ended: MergeStatus;
  /** The final status, sent to watchers once more, because progress may have followed it. */
  repeated: MergeStatus;
}

/** Events sent to watchers of a task. */
export const WATCHER_EVENTS = ['began', 'advanced', 'ended', 'repeated'] as const;

type MergeEvent = keyof MergeEventMap;

/** Publishes task events within this process. */
@Injectable()
export class MergeEvents {
  private readonly logger = new Logger(MergeEvents.name);
  private readonly emitter = new EventEmitter();

  emit<E extends MergeEvent>(event: E, what: MergeEventMap[E]): void {
    this.emitter.emit(event, what);
  }

  /** An error that a listener throws is only logged, because it must not fail the task. */
  on<E extends MergeEvent>(event: E, listener: (what: MergeEventMap[E]) => void): void {
    this.emitter.on(event, (what: MergeEventMap[E]) => {
      try {
        listener(what);
      } catch (error) {
        this.logger.error({ err: error }, `A listener of "${event}" failed`);
      }
    });
  }
}
