import type { Clock } from '../clock.js';

/** A clock that advances only when a test advances it. */
export class ManualClock implements Clock {
  private time = 0;
  private readonly timers = new Set<{
    readonly ms: number;
    readonly run: () => void;
    at: number;
  }>();

  now(): number {
    return this.time;
  }

  every(ms: number, run: () => void): () => void {
    const timer = { ms, run, at: this.time + ms };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  /** Whether any timer is running. */
  get isWatched(): boolean {
    return this.timers.size > 0;
  }

  advance(ms: number): void {
    for (const end = this.time + ms; ;) {
      const next = [...this.timers].sort((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) {
        this.time = end;
        return;
      }
      this.time = next.at;
      next.at += next.ms;
      next.run();
    }
  }
}
