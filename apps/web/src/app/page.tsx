import { type ComponentType, lazy, useState } from 'react';

type Page = ComponentType;

/** A page whose code is loaded on demand, or before rendering where it must be there at once. */
export interface LazyPage {
  readonly Component: ComponentType;
  /** Loads the code, so that the next render of `Component` needs no waiting. */
  readonly preload: () => Promise<void>;
}

/**
 * Like React.lazy, but without a pause when the page is already there: the server and the first
 * render in the browser must give the same, whole page.
 */
export function lazyPage(load: () => Promise<{ readonly Page: Page }>): LazyPage {
  let loaded: Page | undefined;
  const preload = async () => {
    loaded = (await load()).Page;
  };
  const Deferred = lazy(async () => ({ default: (await load()).Page }));
  function Component() {
    // Chosen once for each mount: switching later would lose the page's state.
    const [Chosen] = useState<Page>(() => loaded ?? Deferred);
    return <Chosen />;
  }
  return { Component, preload };
}
