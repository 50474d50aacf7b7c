/** Ticks per second of MPEG-2 timestamps, which have 33 bits (ISO 13818-1 §2.4.3.7). */
export const TS_CLOCK = 90_000;
export const TS_WRAP_TICKS = 2 ** 33;
export const TS_WRAP_SECONDS = TS_WRAP_TICKS / TS_CLOCK;

/** The timestamp closest to `reference`, however often the counter has wrapped. */
export function unwrapped(value: number, reference: number, wrap: number): number {
  return value + Math.round((reference - value) / wrap) * wrap;
}
