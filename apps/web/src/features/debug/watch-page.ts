export interface DebugLine {
  readonly what: string;
  readonly detail: string;
}

/** In milliseconds. Tasks that block the main thread for longer are reported. */
const STILL_MS = 50;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/**
 * Describes a performance entry; null if it is not worth showing. Query strings are omitted,
 * because they contain visitors' links.
 */
export function lineOfEntry(entry: PerformanceEntry): DebugLine | null {
  const ms = `${Math.round(entry.duration)} ms`;
  switch (entry.entryType) {
    case 'resource': {
      const [path = ''] = entry.name.replace(/^https?:\/\/[^/]+/, '').split('?');
      return path.startsWith('/api/') ? { what: 'api', detail: `${path} ${ms}` } : null;
    }
    case 'longtask':
      return entry.duration > STILL_MS ? { what: 'busy', detail: ms } : null;
    case 'layout-shift': {
      const { value, hadRecentInput } = entry as Shift;
      return hadRecentInput ? null : { what: 'shift', detail: value.toFixed(4) };
    }
    default:
      return null;
  }
}

/**
 * Reports API requests, long tasks, layout shifts, errors and content security policy violations,
 * including earlier ones that the browser has buffered.
 * @returns a cleanup function
 */
export function watchPage(tell: (line: DebugLine) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('error', ({ message }) => tell({ what: 'error', detail: message }), {
    signal,
  });
  window.addEventListener(
    'unhandledrejection',
    ({ reason }) => tell({ what: 'error', detail: String(reason) }),
    { signal },
  );
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) =>
      tell({ what: 'policy', detail: `${effectiveDirective} ${blockedURI}` }),
    { signal },
  );
  if (typeof PerformanceObserver === 'function') {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const line = lineOfEntry(entry);
        if (line !== null) {
          tell(line);
        }
      }
    });
    for (const type of ['resource', 'longtask', 'layout-shift']) {
      // Browsers ignore unsupported entry types.
      observer.observe({ type, buffered: true });
    }
    signal.addEventListener('abort', () => observer.disconnect());
  }
  return () => stop.abort();
}
