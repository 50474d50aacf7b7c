/** The period over which the displayed speed is averaged, in milliseconds. */
const SPEED_OVER_MS = 3000;
/**
 * The period over which the speed for the time left is averaged, in milliseconds. Bursts and stalls
 * are shorter.
 */
const STEADY_OVER_MS = 20_000;
/** The shortest time, in milliseconds, over which a speed can be measured reliably. */
const LEAST_MS = { speed: 500, steady: 2000 } as const;

/**
 * Records when how many bytes have arrived, and derives speeds from that. It has no clock; callers
 * pass the time.
 */
export class ArrivalLog {
  private readonly moments: { at: number; arrived: number }[] = [];

  note(at: number, arrived: number): void {
    this.moments.push({ at, arrived });
    while ((this.moments[1]?.at ?? at) < at - STEADY_OVER_MS) {
      this.moments.shift();
    }
  }

  /** Adds bytes that an earlier run transferred, so that they don't count towards the speed. */
  shift(bytes: number): void {
    this.moments.forEach((moment) => (moment.arrived += bytes));
  }

  clear(): void {
    this.moments.splice(0);
  }

  /** Bytes per second over the last few seconds; null while unknown. */
  get speed(): number | null {
    const rate = this.rate(SPEED_OVER_MS, LEAST_MS.speed);
    return rate === null ? null : Math.round(rate);
  }

  /** Bytes per second for estimating the time left; null while unknown. */
  get steadySpeed(): number | null {
    return this.rate(STEADY_OVER_MS, LEAST_MS.steady);
  }

  private rate(overMs: number, leastMs: number): number | null {
    const last = this.moments.at(-1);
    if (last === undefined) {
      return null;
    }
    const from = this.moments.findLast(({ at }) => at <= last.at - overMs) ?? this.moments[0];
    const elapsed = from === undefined ? 0 : last.at - from.at;
    return from === undefined || elapsed < leastMs
      ? null
      : Math.max(0, ((last.arrived - from.arrived) / elapsed) * 1000);
  }
}
