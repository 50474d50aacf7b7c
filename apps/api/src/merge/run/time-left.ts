/** A time left that was told, and how sure it still is. */
export interface Told {
  /** Not rounded. */
  readonly seconds: number;
  readonly atMs: number;
  /** How far estimates have been from it of late, on the average, seconds. */
  readonly drift: number;
  /** Estimates since they have been far off on the average; null while they agree. */
  readonly off: { readonly sinceMs: number; readonly sum: number; readonly count: number } | null;
  /** When there was an estimate last. */
  readonly knownAtMs: number;
}

/** Estimates that are nearer than this, seconds or as a share of what is told, agree with it. */
const NEAR = { seconds: 2.5, share: 0.3 } as const;
/** No single look is believed to be further off than so many times what is told, and so many seconds. */
const WILD = { share: 2, seconds: 10 } as const;
/** Looks count for about so long. */
const DRIFT_MS = 3000;
/** So long the estimates must disagree before what was told is taken back. */
const REVISE_AFTER_MS = 5000;
/** Over so long what is told leans to estimates that agree. */
const EASE_MS = 8000;
/** So long it counts on without any estimate: a source may take a breath. */
const HOLD_MS = 5000;

/**
 * The time left as it is told, from estimates that jump with every gust of a connection: it falls
 * second by second, leans towards estimates that agree, and is taken back only when they have been
 * far off for a while.
 * @param before what was told last; null at first.
 * @param estimate seconds; null when nothing can be said.
 * @param nowMs of any clock that does not go back.
 */
export function timeLeft(before: Told | null, estimate: number | null, nowMs: number): Told | null {
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
    // It never rises a little.
    return { ...told, seconds: Math.min(before.seconds, leant), off: null };
  }
  const { sinceMs, sum, count } = before.off ?? { sinceMs: nowMs, sum: 0, count: 0 };
  const off = { sinceMs, sum: sum + estimate, count: count + 1 };
  return nowMs - sinceMs >= REVISE_AFTER_MS
    ? fresh(off.sum / off.count, nowMs)
    : { ...told, seconds: counted, off };
}

function fresh(seconds: number, nowMs: number): Told {
  return { seconds, atMs: nowMs, drift: 0, off: null, knownAtMs: nowMs };
}

/**
 * A day. Of a source that trickles nothing can be said: it stops, or it goes on as it should. And
 * numbers without an end would not fit into the task's row.
 */
const MOST_SECONDS = 24 * 3600;

/** Whole seconds as they are shown: never 0 before it is done; null where nothing can be said. */
export function shownSeconds(told: Told | null): number | null {
  return told === null || told.seconds > MOST_SECONDS ? null : Math.max(1, Math.ceil(told.seconds));
}
