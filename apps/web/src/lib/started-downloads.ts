/** A download that begins, as the page knows it. */
export interface StartedDownload {
  /** The page that it comes from; null where that is not known. */
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
  /** Of the task that makes the file, where there is one. */
  readonly taskId: string | null;
}

type Listener = (download: StartedDownload) => void;

/** More than begin before the listener's code has come, or never will. */
const MAX_EARLY = 10;

const early: StartedDownload[] = [];

const keep: Listener = (download) => {
  if (early.length < MAX_EARLY) {
    early.push(download);
  }
};

let hear = keep;

/**
 * Reports that a download begins. Nobody listens where there are no accounts (features/history), and
 * what is counted for operators (site-events.ts) knows no links and no titles.
 */
export function noteDownload(download: StartedDownload): void {
  hear(download);
}

/** Hands every download, those before it included, to the one listener. @returns ends it */
export function listenToDownloads(listener: Listener): () => void {
  hear = listener;
  early.splice(0).forEach(listener);
  return () => {
    hear = keep;
  };
}
