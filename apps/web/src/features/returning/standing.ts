import type { ErrorCode, MergeStatus } from '@dipper/contract';
import type { KeptProgress } from '../../lib/kept-tasks/kept-tasks.js';

/** How a task of this browser stands, as the server says. */
export type Standing =
  | { readonly kind: 'made'; readonly progress: number; readonly waits: boolean }
  /** `endsAtMs`, in `steadyMs`: when its file goes; null where the server does not say. */
  | { readonly kind: 'ready'; readonly endsAtMs: number | null }
  | { readonly kind: 'failed' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'cancelled' };

/** @param nowMs of `steadyMs`, when the status came: the visitor's clock may be hours wrong. */
export function standingOf(status: MergeStatus, nowMs: number): Standing {
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
      // Nobody makes it any more, and its page starts it anew, as with an expired one.
      return { kind: 'gone' };
    case 'cancelled':
      return { kind: 'cancelled' };
  }
}

/** Whole seconds until a ready file goes, 0 when it has; null while that is unknown, and for the others. */
export function secondsLeft(standing: Standing | undefined, nowMs: number): number | null {
  return standing?.kind === 'ready' && standing.endsAtMs !== null
    ? Math.max(0, Math.ceil((standing.endsAtMs - nowMs) / 1000))
    : null;
}

/** A file whose time has run out here is gone, whatever the server said last. */
export function standingNow(standing: Standing | undefined, nowMs: number): Standing | undefined {
  return secondsLeft(standing, nowMs) === 0 ? { kind: 'gone' } : standing;
}

/** There is no file, and none is made: said once, and not listed on the next visit. */
export function hasEnded(standing: Standing | undefined): boolean {
  return standing !== undefined && standing.kind !== 'made' && standing.kind !== 'ready';
}

/** What is worth keeping of it, so that the task's page starts there; null for what has ended. */
export function keptOf(standing: Standing): KeptProgress | null {
  switch (standing.kind) {
    case 'made':
      return { state: 'running', progress: Math.min(100, Math.max(0, standing.progress)) };
    case 'ready':
      return { state: 'ready', progress: 100 };
    case 'failed':
    case 'gone':
    case 'cancelled':
      return null;
  }
}
