import type { Server } from 'node:http';

/** Filters the events that an event's current listeners receive. */
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
