import { type ComponentType, createElement, lazy, useState } from 'react';
import { fetchPart } from '../browser/stale-build.js';

/** A component whose code is loaded on demand, or preloaded if it must render immediately. */
export interface LazyComponent<Props extends object> {
  readonly Component: ComponentType<Props>;
  /**
   * Loads the code, so that the next mount of `Component` does not suspend. @throws ChunkLoadError
   */
  readonly preload: () => Promise<void>;
}

/**
 * Like React.lazy, but renders synchronously if the code is already loaded, because the server and
 * the first render in the browser must produce the same complete page. React.lazy never retries a
 * failed load; here, a later preload can succeed.
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
    // Chosen once per mount, because switching later would lose the state.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Deferred);
    return createElement(Chosen, props);
  }
  return { Component, preload };
}

/**
 * Like lazyComponent, for a part that the page can do without: if its code can't be loaded, nothing
 * is shown, and that is no error.
 */
export function optionalComponent(load: () => Promise<ComponentType>): LazyComponent<object> {
  return lazyComponent(() => load().catch(() => () => null));
}
