import type { Server } from 'node:http';

type ServerEvent = 'connection' | 'request' | 'upgrade';

/**
 * Puts a function before the current listeners of an event. They receive the event when it calls
 * `pass`.
 */
export function wrapListeners<T extends unknown[]>(
  server: Server,
  event: ServerEvent,
  wrapper: (pass: () => void, ...args: T) => void,
): void {
  const behind = server.rawListeners(event);
  server.removeAllListeners(event);
  server.on(event, (...args: unknown[]) => {
    const pass = (): void =>
      behind.forEach((listener) => {
        Reflect.apply(listener, server, args);
      });
    wrapper(pass, ...(args as T));
  });
}

/** Lets `passes` decide which events the current listeners of an event receive. */
export function filterEvents<T extends unknown[]>(
  server: Server,
  event: ServerEvent,
  passes: (...args: T) => boolean,
): void {
  wrapListeners<T>(server, event, (pass, ...args) => {
    if (passes(...args)) {
      pass();
    }
  });
}
