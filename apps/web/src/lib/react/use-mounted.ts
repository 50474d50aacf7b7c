import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Returns false on the server and in the first render, which must be the same, and true afterwards.
 */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
