import type { Bounds } from '../../../../infra/process/leash.js';

/** What one page may cost, however it is read. */
export interface YtdlpBounds extends Required<Bounds> {
  /** Standard output: the info JSON. */
  readonly outputBytes: number;
  /** From the start of the process to its end. */
  readonly deadlineMs: number;
  /** What the job's sockets bring it through the proxy, headers and TLS included. */
  readonly receivedBytes: number;
}

const MIB = 1024 * 1024;

/**
 * The bounds of one job of yt-dlp, the same for each way to run it.
 *
 * Measured with 2025.04.30 and 2026.08.19: a plain page takes 80 MB and under 2 s of processor;
 * 8 MB of markup take 350 MB and 4 s, 8 MB of unfinished JSON-LD more than 80 s, 300 MB of markup
 * 1.9 GB and 90 s.
 */
export const YTDLP_BOUNDS: YtdlpBounds = {
  memoryKb: 448 * 1024,
  cpuSeconds: 20,
  // yt-dlp writes only its cache: scripts and what it learned from them.
  fileBytes: 16 * MIB,
  openFiles: 256,
  outputBytes: 32 * MIB,
  deadlineMs: 45_000,
  receivedBytes: 32 * MIB,
};
