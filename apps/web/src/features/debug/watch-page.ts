/** Something that happened, in a line of the console and of the overlay. */
export interface DebugLine {
  readonly what: string;
  readonly detail: string;
}

/** Milliseconds that the page stands still before it is worth a line. */
const STILL_MS = 50;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** The line of a performance entry; null for what is of no interest. Without queries: links are in them. */
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
 * Tells of requests to the API, stand-stills, layout shifts, errors and what the content policy
 * stopped, those before it included where the browser has kept them.
 * @returns ends it
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
      // A type that a browser does not know is one it tells nothing of.
      observer.observe({ type, buffered: true });
    }
    signal.addEventListener('abort', () => observer.disconnect());
  }
  return () => stop.abort();
}
