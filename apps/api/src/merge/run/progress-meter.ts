import type { MergeStage } from '@dipper/contract';

/** How a source stands, bytes. */
interface SourceBytes {
  arrived: number;
  /** Null until the source has told, or where it never does. */
  total: number | null;
}

/** A moment's reading. */
export interface Reading {
  readonly stage: MergeStage;
  /** 0-100; 100 only when the file is published. */
  readonly progress: number;
  /** Bytes a second over the last seconds; null when nothing is being fetched. */
  readonly speed: number | null;
  readonly etaSeconds: number | null;
}

/** Shares of the bar: fetching is nearly all of the time, joining is a copy on disk. */
const FETCH_SHARE = 90;
const MUX_SHARE = 8;
/** Where the bar waits while the finished file is checked. */
const CHECK_AT = 99;
/** The speed is that of this long ago until now, milliseconds. */
const WINDOW_MS = 3000;

/**
 * One number for a whole task, weighted by bytes, that never falls: sizes are estimates until the
 * source tells, and bytes can be lost again. Has no clock: the caller says what time it is.
 */
export class ProgressMeter {
  private readonly sources: SourceBytes[];
  private readonly window: { at: number; arrived: number }[] = [];
  private highest = 0;
  private muxed = 0;
  private stage: 'fetching' | 'merging' | 'checking' = 'fetching';

  /** @param estimates sizes of picture and sound (or of the only stream), bytes; null when unknown. */
  constructor(estimates: readonly (number | null)[]) {
    this.sources = estimates.map((total) => ({ arrived: 0, total }));
  }

  addBytes(source: number, count: number): void {
    const bytes = this.sources[source];
    if (bytes !== undefined) {
      bytes.arrived += count;
    }
  }

  /** Bytes that an earlier run had fetched: they count, but did not come at any speed. */
  keepBytes(source: number, count: number): void {
    this.addBytes(source, count);
    this.window.forEach((moment) => (moment.arrived += count));
  }

  setTotal(source: number, total: number): void {
    const bytes = this.sources[source];
    if (bytes !== undefined) {
      bytes.total = total;
    }
  }

  /** All that has been fetched is fetched again; the bar waits where it is. */
  startOver(): void {
    this.sources.forEach((source) => (source.arrived = 0));
    this.window.splice(0);
    this.stage = 'fetching';
  }

  /** @param share of the output that is written, 0-1. */
  merging(share: number): void {
    this.stage = 'merging';
    this.muxed = Math.max(this.muxed, Math.min(1, share));
  }

  checking(): void {
    this.stage = 'checking';
  }

  /** Bytes on disk of all sources. */
  get arrived(): number {
    return this.sources.reduce((sum, { arrived }) => sum + arrived, 0);
  }

  /** @param now milliseconds, of any clock that does not go back. */
  read(now: number): Reading {
    this.highest = Math.max(this.highest, Math.round(this.share() * 10) / 10);
    return { stage: this.currentStage(), progress: this.highest, ...this.pace(now) };
  }

  private share(): number {
    switch (this.stage) {
      case 'fetching':
        return this.fetched() * FETCH_SHARE;
      case 'merging':
        return FETCH_SHARE + this.muxed * MUX_SHARE;
      case 'checking':
        return CHECK_AT;
    }
  }

  private fetched(): number {
    const total = this.total();
    // Of an unknown size the bar creeps: each doubling of what has arrived is a smaller step.
    return total === null
      ? 1 - 1 / (1 + this.arrived / (32 * 1024 * 1024))
      : Math.min(1, this.arrived / total);
  }

  /** Bytes of the whole, or null when that of any source is unknown. */
  private total(): number | null {
    const totals = this.sources.map(({ total, arrived }) =>
      total === null ? null : Math.max(total, arrived),
    );
    return totals.every((total) => total !== null)
      ? Math.max(
          1,
          totals.reduce((sum, total) => sum + total, 0),
        )
      : null;
  }

  private currentStage(): MergeStage {
    if (this.stage !== 'fetching') {
      return this.stage;
    }
    const [first] = this.sources;
    const firstDone = first !== undefined && first.total !== null && first.arrived >= first.total;
    return this.sources.length > 1 && firstDone ? 'audio' : 'video';
  }

  private pace(now: number): Pick<Reading, 'speed' | 'etaSeconds'> {
    if (this.stage !== 'fetching') {
      return { speed: null, etaSeconds: null };
    }
    this.window.push({ at: now, arrived: this.arrived });
    while ((this.window[1]?.at ?? now) < now - WINDOW_MS) {
      this.window.shift();
    }
    const oldest = this.window[0];
    const elapsed = oldest === undefined ? 0 : now - oldest.at;
    if (oldest === undefined || elapsed < 500) {
      return { speed: null, etaSeconds: null };
    }
    const speed = Math.max(0, Math.round(((this.arrived - oldest.arrived) / elapsed) * 1000));
    const total = this.total();
    const etaSeconds =
      total === null || speed === 0 ? null : Math.ceil((total - this.arrived) / speed);
    return { speed, etaSeconds };
  }
}
