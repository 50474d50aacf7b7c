/** Passes messages to a listener whose code may load after the first message. */
interface Channel<T> {
  readonly send: (message: T) => void;
  /**
   * Passes every message to the only listener, including the last ones from before it subscribed.
   * @returns a cleanup function
   */
  readonly listen: (listener: (message: T) => void) => () => void;
}

/**
 * Creates a channel.
 * @param mostEarly the number of messages to keep for a listener that may never subscribe
 */
export function createChannel<T>(mostEarly: number): Channel<T> {
  const early: T[] = [];
  let hear: ((message: T) => void) | null = null;
  return {
    send: (message) => {
      if (hear !== null) {
        hear(message);
      } else {
        early.push(message);
        early.splice(0, early.length - mostEarly);
      }
    },
    listen: (listener) => {
      hear = listener;
      early.splice(0).forEach(listener);
      return () => {
        if (hear === listener) {
          hear = null;
        }
      };
    },
  };
}
