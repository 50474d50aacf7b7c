import type { Server } from 'node:http';

/** Lets the listeners that an event has by now hear only of what passes. */
export function inFront<T extends unknown[]>(
  server: Server,
  event: 'connection' | 'request' | 'upgrade',
  passes: (...args: T) => boolean,
): void {
  const behind = server.rawListeners(event);
  server.removeAllListeners(event);
  server.on(event, (...args: unknown[]) => {
    if (passes(...(args as T))) {
      behind.forEach((listener) => {
        Reflect.apply(listener, server, args);
      });
    }
  });
}
