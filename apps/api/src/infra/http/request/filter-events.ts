import type { Server } from 'node:http';

/** Lets `filter` decide which events the current listeners of an event receive. */
export function filterEvents<T extends unknown[]>(
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
