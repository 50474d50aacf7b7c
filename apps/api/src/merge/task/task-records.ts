import type {
  EntryStanding,
  ErrorValues,
  MergeStage,
  MergeState,
  MergeStep,
} from '@dipper/contract';
import type { TraceParent } from '../../infra/tracing/tracing.js';
import type { AnyRecipe } from '../../make/recipe.js';
import type { Span } from '../../source/client/source-damaged.js';

export interface NewTask {
  readonly taskId: string;
  /** Equal for tasks that would make the same file. */
  readonly shareKey: string;
  readonly recipe: AnyRecipe;
  readonly sourceHost: string | null;
  /** The task's steps and their shares of the work; null if unknown. */
  readonly steps: readonly MergeStep[] | null;
}

export interface Started {
  readonly status: MergeState;
  readonly queuedAt: Date;
  /** The previous run. */
  readonly runId: string | null;
  readonly fileId: string | null;
  readonly fileBytes: number | null;
  /** True if this call started the task; false if it was already running or had ended. */
  readonly begun: boolean;
}

export interface ClaimLimits {
  readonly kinds: readonly string[];
  /** Tasks that the worker is already running, whatever their leases say. */
  readonly except: readonly string[];
  readonly exceptVisitors?: readonly string[];
  readonly exceptHosts?: readonly string[];
  /** How many runs of a task may have died; by default, one less than the number of tries. */
  readonly mostDeaths?: number;
}

export interface ClaimedTask {
  readonly taskId: string;
  /** As stored; the caller must parse it. */
  readonly recipe: unknown;
  readonly progress: number;
  readonly steps: MergeStep[] | null;
  readonly visitor: string | null;
  readonly sourceHost: string | null;
  readonly acceptsDamage: boolean;
  /** Time since the task was queued, in seconds. */
  readonly waitedSeconds: number;
  /** How many of the task's runs died. The task itself may have crashed their processes. */
  readonly deaths: number;
  /** The previous run, which is dead; null if there was none. */
  readonly staleRunId: string | null;
  /** The previous run's worker; null if there was no run, or if the run handed the task back. */
  readonly staleWorkerId: string | null;
  readonly queuedAt: Date;
  /** The trace of the request that started the task; null if it was not traced. */
  readonly traceParent: TraceParent | null;
}

/** Identifies a run. Only the latest run may change its task. */
export interface RunKey {
  readonly taskId: string;
  readonly runId: string;
}

/** A run's progress. Speeds in bytes per second, times in seconds. */
export interface Advance {
  readonly stage: MergeStage;
  readonly progress: number;
  readonly speed: number | null;
  readonly etaSeconds: number | null;
  readonly combinedBytes: number | null;
  /** State of bundle entries; null if unchanged, or for other kinds. */
  readonly entries?: readonly EntryStanding[] | null;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly values: ErrorValues | null;
  /** Damage in the source; null for other failures. */
  readonly damage: readonly Span[] | null;
}

export interface FinishedFile {
  readonly fileId: string;
  readonly fileBytes: number;
  readonly combinedBytes: number;
  /** Damage in the source; empty for a good file. */
  readonly damage: readonly Span[];
  /** The name to save the file under, if the recipe did not have one. */
  readonly fileName?: string;
  /** State of a bundle's entries, if another task made the bundle. */
  readonly entries?: readonly EntryStanding[];
}
