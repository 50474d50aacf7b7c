import { endOf, lengthOf, type PlacedSegment, startOf } from './segment-timeline.js';

/** Adds up the durations of segments, from the first timestamp to the last, including gaps. */
export class PlayingTime {
  private before = 0;
  private start: number | null = null;
  private end = 0;
  private isKnown = false;
  private isLost = false;

  /** Null if the duration of a segment is unknown. */
  get seconds(): number | null {
    return this.isKnown && !this.isLost ? this.before + this.ofPeriod() : null;
  }

  add(segment: PlacedSegment): void {
    if (segment.report.problem !== null) {
      return;
    }
    this.isKnown = true;
    const start = startOf(segment);
    if (segment.startsAnew || (start !== null && this.start !== null && start < this.start)) {
      this.before += this.ofPeriod();
      this.start = null;
    }
    if (start === null) {
      const length = lengthOf(segment);
      this.isLost ||= length === null;
      this.before += length ?? 0;
      return;
    }
    const end = endOf(segment) ?? start + (segment.nominal ?? 0);
    this.end = this.start === null ? end : Math.max(this.end, end);
    this.start ??= start;
  }

  private ofPeriod(): number {
    return this.start === null ? 0 : this.end - this.start;
  }
}
