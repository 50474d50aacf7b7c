/** A started download, as far as the page knows it. */
export interface StartedDownload {
  /** The source page; null if unknown. */
  readonly sourceUrl: string | null;
  readonly title: string;
  readonly isAudio: boolean;
  readonly filename: string | null;
  /** "720p", "1280x720". */
  readonly resolution: string | null;
  /** kbit/s */
  readonly bitrate: number | null;
  readonly sizeBytes: number | null;
  readonly thumbnailUrl: string | null;
  /** Seconds. */
  readonly duration: number | null;
  /** The task that prepares the file, if any. */
  readonly taskId: string | null;
}

type Listener = (download: StartedDownload) => void;

/** Buffer size until the listener's code has loaded, which may never happen. */
const MAX_EARLY = 10;

const early: StartedDownload[] = [];

const keep: Listener = (download) => {
  if (early.length < MAX_EARLY) {
    early.push(download);
  }
};

let hear = keep;

/**
 * Reports a started download. Only domains with accounts listen (features/history); the operator's
 * events (site-events.ts) carry no links or titles.
 */
export function noteDownload(download: StartedDownload): void {
  hear(download);
}

/**
 * Passes every download, including earlier ones, to the single listener.
 * @returns a cleanup function
 */
export function listenToDownloads(listener: Listener): () => void {
  hear = listener;
  early.splice(0).forEach(listener);
  return () => {
    hear = keep;
  };
}
