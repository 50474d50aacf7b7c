/** The clock of a budget; tests advance one by hand. */
export interface Clock {
  /** Milliseconds since an arbitrary moment. */
  now(): number;
  /** @returns a cleanup function */
  every(ms: number, run: () => void): () => void;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  every: (ms, run) => {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};
