import { type ComponentType, createElement, lazy, useState } from 'react';
import { fetchPart } from './stale-build.js';

/** A component whose code is loaded on demand, or before rendering where it must be there at once. */
export interface LazyComponent<Props extends object> {
  readonly Component: ComponentType<Props>;
  /** Loads the code, so that the next render of `Component` needs no waiting. @throws ChunkLoadError */
  readonly preload: () => Promise<void>;
}

/**
 * Like React.lazy, but without a pause when the code is already there: the server and the first
 * render in the browser must give the same, whole page. What React.lazy failed to load stays
 * failed; a preload that succeeds cures that.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    loaded = await fetchPart(load);
  };
  const Deferred: ComponentType<Props> = lazy(async () => ({ default: await fetchPart(load) }));

  function Component(props: Props) {
    // Chosen once for each mount: switching later would lose the state.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Deferred);
    return createElement(Chosen, props);
  }
  return { Component, preload };
}
