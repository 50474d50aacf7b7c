import type { FollowFailure, TaskNews } from '@dipper/client';
import {
  type ErrorCode,
  type MergeStage,
  type MergeState,
  type MergeStatus,
} from '@dipper/contract';
import type { ServerError } from '../../../i18n/errors/error-words.js';

/** The server's error, for pages in languages other than English. */
type CodedError = Pick<ServerError, 'code' | 'values'>;

/** There was no response, which says nothing about the task itself. */
type NoAnswer =
  | {
      readonly kind: 'no-start';
      /** How long to wait before retrying. */
      readonly againInSeconds: number;
    }
  | Extract<FollowFailure, { kind: 'too-many-errors' }>;

/** Why a task has no file. */
type Ended =
  | ({
      readonly kind: 'start';
      readonly sentence: string | null;
      readonly againInSeconds: number;
    } & CodedError)
  | ({ readonly kind: 'unknown-task'; readonly sentence: string | null } & CodedError)
  | { readonly kind: 'expired' }
  | { readonly kind: 'source-damaged' }
  | ({ readonly kind: 'server'; readonly sentence: string } & CodedError)
  | Exclude<FollowFailure, NoAnswer>;

/** Why a merge failed. merge-failure-text.ts has the texts. */
export type MergeFailure = Ended | NoAnswer;

/** True if the server no longer knows the task, so that a restart cannot work. */
export function isTaskLost({ kind }: MergeFailure): boolean {
  return kind === 'unknown-task' || kind === 'file-gone';
}

/** What is known about a task in any phase. */
interface Known {
  /** Number of the visitor's attempt. A new attempt resets everything. */
  readonly run: number;
  /** True if the visitor accepts the file even though its source is damaged. */
  readonly anyway: boolean;
  /** The kind of the task's recipe; null while unknown. */
  readonly kind: string | null;
  /** The entries of a bundle; null for other tasks. */
  readonly entries: MergeStatus['entries'];
  /** In bytes. */
  readonly sizes: MergeStatus['actual_sizes'];
  /**
   * The damaged parts of the source; null if there are none. Either they are the reason why there
   * is no file, or the visitor has accepted them.
   */
  readonly damage: MergeStatus['damage'];
}

/** A running task before its first status. */
interface Unreported {
  readonly state: null;
  /**
   * True if the progress is from an earlier visit. The first status corrects it, even downwards.
   */
  readonly isRemembered: boolean;
  readonly message: '';
  readonly stage: null;
  readonly steps: null;
  readonly speed: null;
  readonly etaSeconds: null;
  readonly queuePosition: null;
}

/** A running task according to its last status. */
interface Reported {
  readonly state: Exclude<MergeState, 'complete' | 'error' | 'cancelled'>;
  readonly isRemembered: false;
  /** The server's English sentence about the current step. */
  readonly message: string;
  readonly stage: MergeStage | null;
  /** The task's steps, each with its share of the work; null while unknown. */
  readonly steps: MergeStatus['steps'];
  /** In bytes per second. */
  readonly speed: number | null;
  readonly etaSeconds: number | null;
  readonly queuePosition: number | null;
}

/** A task that has not ended. `starting` until the server has replied to the start request. */
export type MergeAtWork = Known &
  (Unreported | Reported) & {
    readonly phase: 'starting' | 'running';
    /** 0-100. Never falls within a run. */
    readonly progress: number;
    /** True while the server does not respond. Only the progress is shown then. */
    readonly isLost: boolean;
  };

export interface MergeComplete extends Known {
  readonly phase: 'complete';
  /** The file's remaining lifetime according to the last status; null if the server sent none. */
  readonly expiresInSeconds: number | null;
}

export type MergeFailed = Known & { readonly phase: 'failed' } & (
    | { readonly failure: Ended }
    | {
        readonly failure: NoAnswer;
        /**
         * What the page showed before it gave up on the server. If the server returns, the merge
         * continues from there.
         */
        readonly before: MergeAtWork;
      }
  );

export interface MergeCancelled extends Known {
  readonly phase: 'cancelled';
}

/** A task as its page shows it. */
export type Merge = MergeAtWork | MergeComplete | MergeFailed | MergeCancelled;

/** True until the task has ended. */
export function isAtWork(merge: Merge): merge is MergeAtWork {
  return merge.phase === 'starting' || merge.phase === 'running';
}

export type MergeEvent =
  | TaskNews
  /** The start failed, or the task has gone. */
  | { readonly type: 'failed'; readonly failure: MergeFailure }
  /** The progress that this browser saw last, 0-100. */
  | { readonly type: 'remembered'; readonly progress: number }
  | { readonly type: 'started' }
  /**
   * A status requested in parallel with the start, or after the connection was lost. The end of an
   * earlier attempt is ignored.
   */
  | { readonly type: 'glimpsed'; readonly status: MergeStatus }
  /** The server has responded after the page had given up on it. */
  | { readonly type: 'regained'; readonly status: MergeStatus }
  /**
   * Another attempt. Once the visitor has accepted a damaged source (`anyway`), later attempts
   * accept it as well.
   */
  | { readonly type: 'restarted'; readonly anyway?: boolean };

/** The initial state of a merge. */
export function newMerge(run: number, anyway = false, damage: Merge['damage'] = null): MergeAtWork {
  return {
    phase: 'starting',
    run,
    anyway,
    damage,
    progress: 0,
    isRemembered: false,
    isLost: false,
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
  };
}

function knownOf({ run, anyway, kind, entries, sizes, damage }: Merge): Known {
  return { run, anyway, kind, entries, sizes, damage };
}

function serverFailure(status: MergeStatus): Ended {
  const { message: sentence, error_code: code, error_values: values } = status;
  return code === ('SOURCE_DAMAGED' satisfies ErrorCode)
    ? { kind: 'source-damaged' }
    : { kind: 'server', sentence, code, ...(values !== null && { values }) };
}

function withReport(merge: MergeAtWork, status: MergeStatus): Merge {
  const known: Known = {
    ...knownOf(merge),
    kind: status.kind ?? merge.kind,
    entries: status.entries ?? merge.entries,
    sizes: {
      combined_streams: status.actual_sizes.combined_streams ?? merge.sizes.combined_streams,
      final_file: status.actual_sizes.final_file ?? merge.sizes.final_file,
    },
    damage: status.damage ?? merge.damage,
  };
  switch (status.status) {
    case 'complete':
      return {
        ...known,
        phase: 'complete',
        // The damage of this file, not of an earlier attempt.
        damage: status.damage,
        expiresInSeconds: status.expires_in_seconds,
      };
    case 'error':
      return { ...known, phase: 'failed', failure: serverFailure(status) };
    case 'cancelled':
      return { ...known, phase: 'cancelled' };
    case 'prepared':
    case 'queued':
    case 'processing':
      return {
        ...known,
        phase: 'running',
        progress: Math.min(100, Math.max(merge.isRemembered ? 0 : merge.progress, status.progress)),
        isRemembered: false,
        isLost: false,
        message: status.message,
        state: status.status,
        stage: status.stage,
        steps: status.steps ?? merge.steps,
        speed: status.speed,
        etaSeconds: status.eta_seconds,
        queuePosition: status.queue_position,
      };
  }
}

/**
 * Before the reply to the start request, a status belongs to this attempt only if the task is
 * running.
 */
function withGlimpse(merge: MergeAtWork, status: MergeStatus): Merge {
  const reported = withReport(merge, status);
  if (merge.phase !== 'starting') {
    return reported;
  }
  return isAtWork(reported) && reported.state !== 'prepared'
    ? { ...reported, phase: 'starting' }
    : merge;
}

function withFailure(merge: MergeAtWork, failure: MergeFailure): MergeFailed {
  const failed = { ...knownOf(merge), phase: 'failed' } as const;
  return failure.kind === 'too-many-errors' || failure.kind === 'no-start'
    ? { ...failed, failure, before: merge }
    : { ...failed, failure };
}

/** True if the page has given up on a server that may still return. */
export function mayReturn(merge: Merge): merge is Extract<MergeFailed, { before: MergeAtWork }> {
  return merge.phase === 'failed' && 'before' in merge;
}

/** A task that was never started waits for the visitor to start it. */
function withReturn(merge: Merge, status: MergeStatus): Merge {
  return mayReturn(merge) && status.status !== 'prepared'
    ? withReport(merge.before, status)
    : merge;
}

/**
 * The only place that changes a merge. Socket and polling both feed it. Events after the end of a
 * run are ignored.
 */
export function mergeReducer(merge: Merge, event: MergeEvent): Merge {
  if (event.type === 'restarted') {
    const anyway = event.anyway ?? merge.anyway;
    return newMerge(merge.run + 1, anyway, anyway ? merge.damage : null);
  }
  if (event.type === 'regained') {
    return withReturn(merge, event.status);
  }
  if (!isAtWork(merge)) {
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
    case 'unheard':
      return { ...merge, speed: null, etaSeconds: null, isLost: event.isLost };
    case 'file-found':
      return { ...knownOf(merge), phase: 'complete', expiresInSeconds: null };
    case 'failed':
      return withFailure(merge, event.failure);
  }
}
