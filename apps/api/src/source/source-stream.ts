import type { Remote } from './remote.js';

/** How the bytes come: one file, an HLS playlist, or a list of DASH segments. */
export type Protocol = 'file' | 'hls' | 'dash';

/** One stream (or muxed pair) as a source serves it: what it takes to fetch it, and no more. */
export interface SourceStream extends Remote {
  readonly protocol: Protocol;
  /** DASH only: the segments in order, the initialisation segment first. */
  readonly segments: readonly string[] | null;
}
