import type { ErrorCode, MergeStatus } from '@dipper/contract';
import type { KeptProgress } from '../../entities/task/kept/kept-tasks.js';

/** A stored task's state, according to the server. */
export type TaskStanding =
  | { readonly kind: 'made'; readonly progress: number; readonly waits: boolean }
  /** `endsAtMs` (`steadyMs`) is when the file expires; null if the server sends no lifetime. */
  | { readonly kind: 'ready'; readonly endsAtMs: number | null }
  | { readonly kind: 'failed' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'cancelled' }
  /** Saved directly from its source. The server knows nothing about it. */
  | { readonly kind: 'saved' };

/**
 * Derives a task's state from its status.
 * @param nowMs the time at which the status arrived (`steadyMs`), because the visitor's clock may
 * be hours off
 */
export function standingOf(status: MergeStatus, nowMs: number): TaskStanding {
  const { progress, expires_in_seconds: seconds } = status;
  switch (status.status) {
    case 'queued':
    case 'processing':
      return { kind: 'made', progress, waits: status.status === 'queued' };
    case 'complete':
      return { kind: 'ready', endsAtMs: seconds === null ? null : nowMs + seconds * 1000 };
    case 'error':
      return {
        kind: status.error_code === ('FILE_EXPIRED' satisfies ErrorCode) ? 'gone' : 'failed',
      };
    case 'prepared':
      // No longer running. Its page restarts it, just like an expired one.
      return { kind: 'gone' };
    case 'cancelled':
      return { kind: 'cancelled' };
  }
}

/**
 * Returns the whole seconds until a ready file expires, and 0 afterwards; null if the time is
 * unknown or the file is not ready.
 */
export function secondsLeft(standing: TaskStanding | undefined, nowMs: number): number | null {
  return standing?.kind === 'ready' && standing.endsAtMs !== null
    ? Math.max(0, Math.ceil((standing.endsAtMs - nowMs) / 1000))
    : null;
}

/** Marks a file as gone once its countdown has ended, whatever the server last reported. */
export function standingNow(
  standing: TaskStanding | undefined,
  nowMs: number,
): TaskStanding | undefined {
  return secondsLeft(standing, nowMs) === 0 ? { kind: 'gone' } : standing;
}

/**
 * True if there is no file and none is in progress. Such a task is shown once, and not on the next
 * visit.
 */
export function hasEnded(standing: TaskStanding | undefined): boolean {
  return standing !== undefined && !['made', 'ready', 'saved'].includes(standing.kind);
}

/**
 * Returns the progress to store, from which the task's page will continue; null for tasks that have
 * ended.
 */
export function keptOf(standing: TaskStanding): KeptProgress | null {
  switch (standing.kind) {
    case 'made':
      return { state: 'running', progress: Math.min(100, Math.max(0, standing.progress)) };
    case 'ready':
      return { state: 'ready', progress: 100 };
    case 'failed':
    case 'gone':
    case 'cancelled':
    case 'saved':
      return null;
  }
}
