import type { Bounds } from '../../../../infra/process/leash.js';

export interface YtdlpBounds extends Required<Bounds> {
  readonly outputBytes: number;
  readonly deadlineMs: number;
  /** How many bytes may be received through the proxy, including headers and TLS. */
  readonly receivedBytes: number;
}

const MIB = 1024 * 1024;

/**
 * The limits of one job, the same for the resident parent and the command line.
 *
 * Measured with 2025.04.30 and 2026.08.19: a plain page takes 80 MB and under 2 s of CPU time. 8 MB
 * of markup take 350 MB and 4 s. 8 MB of unfinished JSON-LD take more than 80 s. 300 MB of markup
 * take 1.9 GB and 90 s.
 */
export const YTDLP_BOUNDS: YtdlpBounds = {
  memoryKb: 448 * 1024,
  cpuSeconds: 20,
  // yt-dlp writes only its cache, which contains player scripts and data extracted from them.
  fileBytes: 16 * MIB,
  openFiles: 256,
  outputBytes: 32 * MIB,
  deadlineMs: 45_000,
  receivedBytes: 32 * MIB,
};
