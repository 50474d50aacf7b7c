import { MERGE_EVENTS, type MergeStatus } from '@dipper/contract';
import { type MergeEvents, WATCHER_EVENTS } from './merge-events.js';

/** The part of a Socket.IO server that is needed to send statuses. */
interface Rooms {
  to(room: string): {
    emit(event: typeof MERGE_EVENTS.update, status: MergeStatus): unknown;
  };
}

/** Sends the status of each task, as it changes, to the task's room: the sockets that follow it. */
export function announceProgress(events: MergeEvents, rooms: Rooms): void {
  for (const event of WATCHER_EVENTS) {
    events.on(event, (status) => {
      rooms.to(status.task_id).emit(MERGE_EVENTS.update, status);
    });
  }
}
