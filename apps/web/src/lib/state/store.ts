import { useSyncExternalStore } from 'react';

/** A value that outlives components and that they can observe. */
export interface Store<T> {
  readonly get: () => T;
  /** Does nothing if the value is unchanged. */
  readonly set: (next: T) => void;
  /** Calls `listener` after each change. @returns a cleanup function */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (next) => {
      if (!Object.is(next, current)) {
        current = next;
        listeners.forEach((listener) => listener());
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Returns the value of a store.
 * @param onServer the value on the server and during hydration
 */
export function useStore<T>({ subscribe, get }: Store<T>, onServer: T): T {
  return useSyncExternalStore(subscribe, get, () => onServer);
}
