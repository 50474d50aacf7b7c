import { createChannel } from '../../lib/state/channel.js';

/** A started download. Details unknown to the page are null. */
export interface StartedDownload {
  readonly sourceUrl: string | null;
  readonly title: string;
  readonly isAudio: boolean;
  readonly filename: string | null;
  /** "720p", "1280x720". */
  readonly resolution: string | null;
  /** In kbit/s. */
  readonly bitrate: number | null;
  readonly sizeBytes: number | null;
  readonly thumbnailUrl: string | null;
  /** In seconds. */
  readonly duration: number | null;
  /** The task that prepares the file, if there is one. */
  readonly taskId: string | null;
}

/** How many downloads are buffered until the listener's code has loaded, which may never happen. */
const MAX_EARLY = 10;

const downloads = createChannel<StartedDownload>(MAX_EARLY);

/**
 * Reports a started download. Only domains with accounts listen (features/history). The operator's
 * events (counted-events.ts) contain no links or titles.
 */
export const noteDownload = downloads.send;

/**
 * Passes every download, including earlier ones, to the only listener.
 * @returns a cleanup function
 */
export const listenToDownloads = downloads.listen;
