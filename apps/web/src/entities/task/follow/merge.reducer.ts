import {
  type ErrorCode,
  isFinal,
  type MergeStage,
  type MergeState,
  type MergeStatus,
} from '@dipper/contract';
import type { ServerError } from '../../../i18n/error-words.js';

/** The server's error, for pages that are not in English. */
type CodedError = Pick<ServerError, 'code' | 'values'>;

/** Why a single poll failed. */
export type PollError =
  | ({ readonly kind: 'http'; readonly status: number; readonly text: string } & CodedError)
  | { readonly kind: 'network' }
  | { readonly kind: 'unexpected' };

/** Why a merge failed; merge-failure-text.ts has the words. */
export type MergeFailure =
  | ({
      readonly kind: 'start';
      readonly sentence: string | null;
      /** How long to wait before a retry. */
      readonly againInSeconds: number;
    } & CodedError)
  | ({ readonly kind: 'unknown-task'; readonly sentence: string | null } & CodedError)
  | { readonly kind: 'expired' }
  | { readonly kind: 'source-damaged' }
  | ({ readonly kind: 'server'; readonly sentence: string } & CodedError)
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'file-gone' }
  | { readonly kind: 'too-many-errors'; readonly reason: PollError };

export interface Merge {
  readonly phase: 'starting' | 'running' | 'complete' | 'failed' | 'cancelled';
  /** Number of the visitor's try; a new one resets everything. */
  readonly run: number;
  /** 0-100; never falls within a run. */
  readonly progress: number;
  /** The progress is from an earlier visit: the first status corrects it, even downwards. */
  readonly isRemembered: boolean;
  /** The server's English sentence about the current step; '' before the first status. */
  readonly message: string;
  readonly state: MergeState | null;
  readonly stage: MergeStage | null;
  /** Kind of its recipe; null while unknown. */
  readonly kind: string | null;
  /** A bundle's entries; null for other tasks. */
  readonly entries: MergeStatus['entries'];
  /** Its steps, each with its share of the work; null while unknown. */
  readonly steps: MergeStatus['steps'];
  /** Bytes a second. */
  readonly speed: number | null;
  readonly etaSeconds: number | null;
  readonly queuePosition: number | null;
  /** Bytes. */
  readonly sizes: MergeStatus['actual_sizes'];
  /** Remaining lifetime of the finished file in the last status; null if the server sent none. */
  readonly expiresInSeconds: number | null;
  /**
   * Damaged parts of the source: the reason for the missing file, or part of the file that the
   * visitor accepts; null if there are none.
   */
  readonly damage: MergeStatus['damage'];
  /** The visitor accepts the file even if its source is damaged. */
  readonly anyway: boolean;
  readonly failure: MergeFailure | null;
}

export type MergeEvent =
  /** The progress that this browser last saw, 0-100. */
  | { readonly type: 'remembered'; readonly progress: number }
  | { readonly type: 'started' }
  | { readonly type: 'reported'; readonly status: MergeStatus }
  /**
   * Requested in parallel with the start, or after a lost connection: an earlier try's end is
   * ignored.
   */
  | { readonly type: 'glimpsed'; readonly status: MergeStatus }
  | { readonly type: 'file-found' }
  | { readonly type: 'failed'; readonly failure: MergeFailure }
  /** Another try; once the visitor accepts a damaged source (`anyway`), later tries do, too. */
  | { readonly type: 'restarted'; readonly anyway?: boolean };

/** A merge before anything happened. */
export function newMerge(run: number, anyway = false, damage: Merge['damage'] = null): Merge {
  return {
    phase: 'starting',
    run,
    progress: 0,
    isRemembered: false,
    message: '',
    state: null,
    stage: null,
    kind: null,
    entries: null,
    steps: null,
    speed: null,
    etaSeconds: null,
    queuePosition: null,
    sizes: { combined_streams: null, final_file: null },
    expiresInSeconds: null,
    damage,
    anyway,
    failure: null,
  };
}

function complete(merge: Merge): Merge {
  return {
    ...merge,
    phase: 'complete',
    progress: 100,
    stage: null,
    speed: null,
    etaSeconds: null,
    queuePosition: null,
  };
}

function serverFailure(status: MergeStatus): MergeFailure {
  const { message: sentence, error_code: code, error_values: values } = status;
  return code === ('SOURCE_DAMAGED' satisfies ErrorCode)
    ? { kind: 'source-damaged' }
    : { kind: 'server', sentence, code, ...(values !== null && { values }) };
}

function withReport(merge: Merge, status: MergeStatus): Merge {
  const shown = merge.isRemembered ? 0 : merge.progress;
  const reported: Merge = {
    ...merge,
    phase: 'running',
    progress: Math.min(100, Math.max(shown, status.progress)),
    isRemembered: false,
    message: status.message,
    state: status.status,
    stage: status.stage,
    kind: status.kind ?? merge.kind,
    entries: status.entries ?? merge.entries,
    steps: status.steps ?? merge.steps,
    speed: status.speed,
    etaSeconds: status.eta_seconds,
    queuePosition: status.queue_position,
    sizes: {
      combined_streams: status.actual_sizes.combined_streams ?? merge.sizes.combined_streams,
      final_file: status.actual_sizes.final_file ?? merge.sizes.final_file,
    },
    expiresInSeconds: status.expires_in_seconds,
    damage: status.damage ?? merge.damage,
  };
  switch (status.status) {
    case 'complete':
      // This file's damage, not an earlier try's.
      return { ...complete(reported), damage: status.damage };
    case 'error':
      return { ...reported, phase: 'failed', failure: serverFailure(status) };
    case 'cancelled':
      return { ...reported, phase: 'cancelled' };
    case 'prepared':
    case 'queued':
    case 'processing':
      return reported;
  }
}

/** Before the start is answered, only a running task can belong to this try. */
function withGlimpse(merge: Merge, status: MergeStatus): Merge {
  if (merge.phase !== 'starting') {
    return withReport(merge, status);
  }
  return isFinal(status.status) || status.status === 'prepared'
    ? merge
    : { ...withReport(merge, status), phase: 'starting' };
}

/**
 * The only place that changes a merge, fed by socket and polling alike. Events after the end of a
 * run are ignored.
 */
export function mergeReducer(merge: Merge, event: MergeEvent): Merge {
  if (event.type === 'restarted') {
    const anyway = event.anyway ?? merge.anyway;
    return newMerge(merge.run + 1, anyway, anyway ? merge.damage : null);
  }
  if (merge.phase !== 'starting' && merge.phase !== 'running') {
    return merge;
  }
  switch (event.type) {
    case 'remembered':
      return merge.state === null && event.progress > 0
        ? { ...merge, progress: event.progress, isRemembered: true }
        : merge;
    case 'started':
      return { ...merge, phase: 'running' };
    case 'reported':
      return withReport(merge, event.status);
    case 'glimpsed':
      return withGlimpse(merge, event.status);
    case 'file-found':
      return complete(merge);
    case 'failed':
      return { ...merge, phase: 'failed', failure: event.failure };
  }
}
