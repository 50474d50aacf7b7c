/** A displayed time left, and how reliable it still is. */
export interface ShownTimeLeft {
  /** The time left, not rounded. */
  readonly seconds: number;
  readonly atMs: number;
  /** Average deviation of recent estimates from the displayed time, seconds. */
  readonly drift: number;
  /**
   * Sum and number of the estimates since they began to deviate too far on average; null while they
   * agree.
   */
  readonly off: { readonly sinceMs: number; readonly sum: number; readonly count: number } | null;
  /** Time of the last estimate. */
  readonly knownAtMs: number;
}

/** Estimates within this distance, in seconds or as a share, agree with the displayed time. */
const NEAR = { seconds: 2.5, share: 0.3 } as const;
/**
 * A single estimate's deviation is capped at this multiple of the displayed time, plus these
 * seconds.
 */
const WILD = { share: 2, seconds: 10 } as const;
/** Time constant of the average of the drift. */
const DRIFT_MS = 3000;
/** Estimates must disagree for this long before the displayed time is revised. */
const REVISE_AFTER_MS = 5000;
/** The time that the displayed value takes to approach agreeing estimates, roughly. */
const EASE_MS = 8000;
/**
 * How long the displayed time keeps counting down without any estimate, because a source may pause.
 */
const HOLD_MS = 5000;

/**
 * Smooths the displayed time left, because estimates jump with every burst of a connection. The
 * time counts down, approaches estimates that agree with it, and is revised only when they have
 * been far off for a while.
 * @param before what was displayed last; null at first.
 * @param estimate seconds; null when unknown.
 * @param nowMs milliseconds on any monotonic clock.
 */
export function timeLeft(
  before: ShownTimeLeft | null,
  estimate: number | null,
  nowMs: number,
): ShownTimeLeft | null {
  if (before === null) {
    return estimate === null ? null : fresh(estimate, nowMs);
  }
  const elapsedMs = nowMs - before.atMs;
  const counted = Math.max(0, before.seconds - elapsedMs / 1000);
  if (estimate === null) {
    const isOver = nowMs - before.knownAtMs >= HOLD_MS;
    return isOver ? null : { ...before, seconds: counted, atMs: nowMs };
  }
  const bound = counted * WILD.share + WILD.seconds;
  const look = Math.max(-bound, Math.min(bound, estimate - counted));
  const drift = before.drift + (look - before.drift) * Math.min(1, elapsedMs / DRIFT_MS);
  const told = { drift, atMs: nowMs, knownAtMs: nowMs };
  if (Math.abs(drift) <= Math.max(NEAR.seconds, counted * NEAR.share)) {
    const leant = Math.max(0, counted + drift * Math.min(1, elapsedMs / EASE_MS));
    // Small corrections never make the displayed time rise.
    return { ...told, seconds: Math.min(before.seconds, leant), off: null };
  }
  const { sinceMs, sum, count } = before.off ?? { sinceMs: nowMs, sum: 0, count: 0 };
  const off = { sinceMs, sum: sum + estimate, count: count + 1 };
  return nowMs - sinceMs >= REVISE_AFTER_MS
    ? fresh(off.sum / off.count, nowMs)
    : { ...told, seconds: counted, off };
}

function fresh(seconds: number, nowMs: number): ShownTimeLeft {
  return { seconds, atMs: nowMs, drift: 0, off: null, knownAtMs: nowMs };
}

/**
 * One day. A trickling source is unpredictable, because it may stop or recover, and huge numbers
 * would not fit into the task's row.
 */
const MOST_SECONDS = 24 * 3600;

/** Whole seconds for display. Never 0 before the end; null when unknown. */
export function shownSeconds(told: ShownTimeLeft | null): number | null {
  return told === null || told.seconds > MOST_SECONDS ? null : Math.max(1, Math.ceil(told.seconds));
}
