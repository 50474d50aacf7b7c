/** Calls `listener` for each of these events. @returns a cleanup function */
export function listen<E extends Event>(
  target: EventTarget,
  types: readonly string[],
  listener: (event: E) => void,
  options?: AddEventListenerOptions,
): () => void {
  types.forEach((type) => target.addEventListener(type, listener as EventListener, options));
  return () =>
    types.forEach((type) => target.removeEventListener(type, listener as EventListener, options));
}
