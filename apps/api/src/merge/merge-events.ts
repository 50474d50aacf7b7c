import type { MergeStatus } from '@dipper/contract';
import { Injectable, Logger } from '@nestjs/common';
import { EventEmitter } from 'node:events';

export interface TaskRequested {
  readonly taskId: string;
  readonly accountId: string;
  /**
   * The Host header of the request. Its domain decides whether accounts exist and what they store.
   */
  readonly host: string;
}

export interface TaskSettled {
  readonly taskId: string;
  /** The error; null if the task is complete. */
  readonly errorCode: string | null;
  /** Key of the visitor who waited for the task (`Visitors`); null if unknown. */
  readonly visitor: string | null;
}

interface MergeEventMap {
  /** A signed-in visitor has started a task, or requested it once more. */
  requested: TaskRequested;
  /**
   * A run of a task has begun in this process. After a crash or a shutdown, it may not be the
   * task's first run.
   */
  began: MergeStatus;
  /** A run in this process has progressed. Emitted at most ten times a second per task. */
  advanced: MergeStatus;
  /**
   * A task has ended: complete, failed or cancelled. Emitted once, by the process that ended it.
   */
  ended: MergeStatus;
  /** A run in this process has ended its task. Emitted along with `ended`. */
  settled: TaskSettled;
  /** The final status, sent to watchers once more in case they received progress after it. */
  repeated: MergeStatus;
}

export const WATCHER_EVENTS = ['began', 'advanced', 'ended', 'repeated'] as const;

type MergeEvent = keyof MergeEventMap;

@Injectable()
export class MergeEvents {
  private readonly logger = new Logger(MergeEvents.name);
  private readonly emitter = new EventEmitter();

  emit<E extends MergeEvent>(event: E, what: MergeEventMap[E]): void {
    this.emitter.emit(event, what);
  }

  /**
   * Errors of a listener are only logged, because they must not fail the task.
   * @param listener may return a promise, which nobody waits for
   */
  on<E extends MergeEvent>(event: E, listener: (what: MergeEventMap[E]) => unknown): void {
    const deliver = async (what: MergeEventMap[E]): Promise<void> => {
      try {
        await listener(what);
      } catch (error) {
        this.logger.error({ err: error }, `A listener for the event "${event}" failed`);
      }
    };
    this.emitter.on(event, (what: MergeEventMap[E]) => void deliver(what));
  }
}
