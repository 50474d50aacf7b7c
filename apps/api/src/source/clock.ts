/** Measures the time of a budget. Tests use a clock that they advance by hand. */
export interface Clock {
  /** Milliseconds since an arbitrary moment. */
  now(): number;
  /**
   * Calls `run` at regular intervals.
   * @returns a function that stops the calls.
   */
  every(ms: number, run: () => void): () => void;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  every: (ms, run) => {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};
