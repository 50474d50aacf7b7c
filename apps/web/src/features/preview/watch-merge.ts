import { LIMITS, MERGE_EVENTS, type MergeStatus, mergeStatusSchema } from '@dipper/contract';
import type { MergeSocket } from '../../lib/socket.js';

/** `down` is when polling takes over: not up within 3 s, or dropped. */
export type SocketLink = 'connecting' | 'up' | 'down';

export interface Watching {
  readonly taskId: string;
  readonly open: () => Promise<MergeSocket>;
  readonly onLink: (link: SocketLink) => void;
  readonly onStatus: (status: MergeStatus) => void;
}

/**
 * Follows a task by socket. It counts as up once the server has acknowledged the subscription,
 * which also brings where the task stands. Updates are sent at most once (a server that restarts, a
 * Redis between two of them), so a long silence makes it subscribe again: what was missed comes with
 * the acknowledgement, and a connection that is dead without knowing it is found out.
 * @returns the end of it.
 */
export function watchMerge({ taskId, open, onLink, onStatus }: Watching): () => void {
  let ended = false;
  let socket: MergeSocket | null = null;
  let deadline = setTimeout(late, LIMITS.socketConnectMs);
  let silence: ReturnType<typeof setTimeout> | undefined;

  function late() {
    onLink('down');
  }
  const receive = (message: unknown): boolean => {
    const parsed = mergeStatusSchema.safeParse(message);
    const ours = parsed.success && parsed.data.task_id === taskId;
    if (ours && !ended) {
      onStatus(parsed.data);
    }
    return ours;
  };
  const listen = (connection: MergeSocket) => {
    clearTimeout(silence);
    silence = setTimeout(() => subscribe(connection), LIMITS.socketSilenceMs);
  };
  const subscribe = (connection: MergeSocket) => {
    clearTimeout(deadline);
    deadline = setTimeout(late, LIMITS.socketConnectMs);
    connection.emit(MERGE_EVENTS.subscribe, { task_id: taskId }, (reply) => {
      if (ended) {
        return;
      }
      clearTimeout(deadline);
      const up = receive(reply);
      onLink(up ? 'up' : 'down');
      if (up) {
        listen(connection);
      }
    });
  };
  const stopTimers = () => {
    clearTimeout(deadline);
    clearTimeout(silence);
  };
  const drop = (connection: MergeSocket, reason: string) => {
    if (ended) {
      return;
    }
    stopTimers();
    onLink('down');
    if (reason === 'io server disconnect') {
      // The one case in which the client does not come back by itself.
      connection.connect();
    }
  };

  open().then(
    (connection) => {
      socket = connection;
      if (ended) {
        connection.close();
        return;
      }
      connection.on('connect', () => subscribe(connection));
      connection.on('disconnect', (reason) => drop(connection, reason));
      connection.on(MERGE_EVENTS.update, (status) => {
        if (receive(status) && !ended) {
          listen(connection);
        }
      });
    },
    () => {
      if (!ended) {
        onLink('down');
      }
    },
  );

  return () => {
    ended = true;
    stopTimers();
    socket?.close();
  };
}
