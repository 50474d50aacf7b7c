import type { Socket } from 'node:net';

/**
 * Makes a connection end only when undici has read everything before the end. undici pauses its
 * parser while a body is read slowly. If a connection that is not kept alive ends or is reset
 * meanwhile, undici 7 fails an assertion in an event handler, which ends the process
 * (https://github.com/nodejs/undici/issues/5360). undici 8 does not, but needs Node 22.
 *
 * @param socket a connection that nothing has been read from
 */
export function endWhenRead(socket: Socket): Socket {
  const push = socket.push.bind(socket);
  const read = socket.read.bind(socket);
  const destroy = socket.destroy.bind(socket);
  /** False while undici has not read all that has arrived, so that its parser may be paused. */
  let isRead = true;
  let hasEnded = false;
  return Object.assign(socket, {
    push(chunk: unknown, encoding?: BufferEncoding): boolean {
      if (chunk === null && !isRead) {
        hasEnded = true;
        return false;
      }
      isRead &&= chunk === null;
      return push(chunk, encoding);
    },
    read(size?: number): unknown {
      const chunk: unknown = read(size);
      // Node itself calls `read(0)`. undici reads until nothing is left, unless it has paused.
      if (size === undefined && chunk === null) {
        isRead = true;
        if (hasEnded) {
          hasEnded = false;
          push(null);
          read(0);
        }
      }
      return chunk;
    },
    destroy(error?: NodeJS.ErrnoException): Socket {
      // undici takes a reset for the end of a body whose size is unknown.
      const isReset = error?.code === 'ECONNRESET';
      return destroy(isReset ? new Error(error.message, { cause: error }) : error);
    },
  });
}
