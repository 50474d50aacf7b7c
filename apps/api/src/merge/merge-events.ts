import type { MergeStatus } from '@dipper/contract';
import { Injectable, Logger } from '@nestjs/common';
import { EventEmitter } from 'node:events';

/** Who started a task, where that is somebody with an account. */
export interface TaskAsked {
  readonly taskId: string;
  readonly accountId: string;
  /** The Host header of the request: its domain decides what accounts may keep. */
  readonly host: string;
}

/** What happens to tasks, as this process hears of it. */
export interface MergeEventMap {
  /** Somebody who is signed in has started a task, or asked for it once more. */
  asked: TaskAsked;
  /** A run of a task begins in this process; also again after a crash or a shutdown. */
  began: MergeStatus;
  /** A run in this process got further: at most ten times a second for each task. */
  advanced: MergeStatus;
  /** A task has ended: complete, failed or cancelled. Told once, by the process that ended it. */
  ended: MergeStatus;
  /** How a task ended, once more for those who watch: progress may have followed the end. */
  repeated: MergeStatus;
}

/** Those that watchers of a task are told. */
export const TOLD_EVENTS = ['began', 'advanced', 'ended', 'repeated'] as const;

type MergeEvent = keyof MergeEventMap;

/** Tells other parts of this process what happens to tasks. */
@Injectable()
export class MergeEvents {
  private readonly logger = new Logger(MergeEvents.name);
  private readonly emitter = new EventEmitter();

  emit<E extends MergeEvent>(event: E, what: MergeEventMap[E]): void {
    this.emitter.emit(event, what);
  }

  /** A listener that throws is logged: it is not the task's failure. */
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
