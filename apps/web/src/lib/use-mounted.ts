import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and in the first render, which must be the same; true from then on. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
