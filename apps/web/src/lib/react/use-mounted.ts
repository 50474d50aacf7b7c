import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and in the first render, which must match; true from then on. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
