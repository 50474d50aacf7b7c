/** The remaining time as displayed, and how far recent estimates differ from it. */
export interface ShownTimeLeft {
  readonly seconds: number;
  readonly atMs: number;
  /** Average deviation of recent estimates from the displayed time, in seconds. */
  readonly drift: number;
  /**
   * Start, sum and number of the estimates since the average began to deviate too far; null while
   * they agree.
   */
  readonly off: { readonly sinceMs: number; readonly sum: number; readonly count: number } | null;
  readonly knownAtMs: number;
}

/** Estimates within this distance of the displayed time agree with it. */
const NEAR = { seconds: 2.5, share: 0.3 } as const;
/**
 * Caps the deviation of a single estimate at this multiple of the displayed time, plus this many
 * seconds.
 */
const WILD = { share: 2, seconds: 10 } as const;
/** Time constant of the running average of the deviation. */
const DRIFT_MS = 3000;
/** Estimates must disagree for this long before the displayed time is revised. */
const REVISE_AFTER_MS = 5000;
/** Roughly how long the displayed time takes to reach estimates that agree with it. */
const EASE_MS = 8000;
/**
 * How long the displayed time keeps counting down without an estimate, because a source may pause.
 */
const HOLD_MS = 5000;

/**
 * Smooths the remaining time, because estimates jump with every burst of a connection. The time
 * counts down, moves towards estimates that agree with it, and is revised only after they have been
 * far off for a while.
 * @param before what was displayed last; null at first.
 * @param estimate seconds; null if unknown.
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
 * One day. Longer times are not shown: a source that trickles may stop or recover, and huge numbers
 * would not fit into the task's row.
 */
const MOST_SECONDS = 24 * 3600;

/** The time in whole seconds for display, never 0 before the end; null if unknown. */
export function shownSeconds(told: ShownTimeLeft | null): number | null {
  return told === null || told.seconds > MOST_SECONDS ? null : Math.max(1, Math.ceil(told.seconds));
}
