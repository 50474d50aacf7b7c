/**
 * Calls `listener` after another tab has changed what is stored under a key on this device. A page
 * in the back/forward cache misses such changes, so it is also called when that page is shown again.
 */
export function onStoredElsewhere(key: string, listener: () => void, signal: AbortSignal): void {
  const onStorage = ({ key: changed }: StorageEvent) => {
    // The key is null if all of the storage was cleared.
    if (changed === key || changed === null) {
      listener();
    }
  };
  window.addEventListener('storage', onStorage, { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && listener(), { signal });
}
