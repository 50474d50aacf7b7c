import type { Socket } from 'node:net';
import { EgressFailed } from './egress-error.js';

/**
 * Waits until a socket is connected.
 * @param timeoutMs the time limit in milliseconds. A connection that was made within it counts even
 * if this process was too busy to notice in time: Node calls timers before it reads events, so the
 * events of one more round are read before the socket is given up.
 * @throws EgressFailed `timeout`; whatever the socket emits as its error
 */
export function connected(socket: Socket, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let lastRound: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      lastRound = setImmediate(() => settle(new EgressFailed('timeout')));
    }, timeoutMs);
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      clearImmediate(lastRound);
      socket.off('connect', onConnect);
      socket.off('error', settle);
      if (error) {
        // A socket that is destroyed while connecting may still emit an error.
        socket.on('error', () => undefined);
        reject(error);
      } else {
        resolve();
      }
    };
    const onConnect = (): void => settle();
    socket.once('connect', onConnect);
    socket.once('error', settle);
  });
}
