import type { MergeStatus } from '@dipper/contract';
import { Injectable, Logger } from '@nestjs/common';
import { EventEmitter } from 'node:events';

/** What happens to tasks, as this process hears of it. */
export interface MergeEventMap {
  /** A run of a task begins in this process; also again after a crash or a shutdown. */
  began: MergeStatus;
  /** A run in this process got further: at most ten times a second for each task. */
  advanced: MergeStatus;
  /** A task has ended: complete, failed or cancelled. Told once, by the process that ended it. */
  ended: MergeStatus;
  /** How a task ended, once more for those who watch: progress may have followed the end. */
  repeated: MergeStatus;
}

type MergeEvent = keyof MergeEventMap;

/** Tells other parts of this process what happens to tasks. */
@Injectable()
export class MergeEvents {
  private readonly logger = new Logger(MergeEvents.name);
  private readonly emitter = new EventEmitter();

  emit<E extends MergeEvent>(event: E, status: MergeEventMap[E]): void {
    this.emitter.emit(event, status);
  }

  /** A listener that throws is logged: it is not the task's failure. */
  on<E extends MergeEvent>(event: E, listener: (status: MergeEventMap[E]) => void): void {
    this.emitter.on(event, (status: MergeEventMap[E]) => {
      try {
        listener(status);
      } catch (error) {
        this.logger.error({ err: error }, `A listener of "${event}" failed`);
      }
    });
  }
}
