import type { LabelsOf, NameOf } from './metric-table.js';

/** One value of a gauge. */
interface GaugeValue<N extends NameOf<'gauge'>> {
  readonly labels: LabelsOf<N>;
  readonly value: number;
}

/** Receives counts and times (`PromMetrics`). */
export interface MetricsSink {
  count<N extends NameOf<'counter'>>(name: N, labels: LabelsOf<N>, by: number): void;
  observe<N extends NameOf<'histogram'>>(name: N, labels: LabelsOf<N>, seconds: number): void;
}

const NOWHERE: MetricsSink = { count: () => undefined, observe: () => undefined };

type Read = () => Iterable<GaugeValue<NameOf<'gauge'>>>;

/**
 * The server's code reports its metrics here. This class knows neither the metrics library nor the
 * reader of the metrics; until there is a reader, reporting has no effect. It is not injected,
 * because database and Redis clients, connections and child processes are created outside Nest's
 * containers, and because a process has one set of metrics.
 */
class Metrics {
  private sink = NOWHERE;
  private readonly gauges = new Map<string, Set<Read>>();
  private readonly settlers = new Set<() => void>();

  /**
   * Sends everything reported from now on to `sink`.
   * @returns a function that stops it
   */
  reportTo(sink: MetricsSink): () => void {
    this.sink = sink;
    return () => {
      this.sink = this.sink === sink ? NOWHERE : this.sink;
    };
  }

  /** Adds to a counter. @param by 0 or more */
  count<N extends NameOf<'counter'>>(name: N, labels: LabelsOf<N>, by = 1): void {
    if (by > 0) {
      this.sink.count(name, labels, by);
    }
  }

  /** Adds a duration in seconds to a histogram. */
  observe<N extends NameOf<'histogram'>>(name: N, labels: LabelsOf<N>, seconds: number): void {
    if (Number.isFinite(seconds)) {
      this.sink.observe(name, labels, seconds);
    }
  }

  /**
   * Starts a clock.
   * @returns a function that returns the seconds since then
   */
  clock(): () => number {
    const began = performance.now();
    return () => (performance.now() - began) / 1000;
  }

  /**
   * Reads a gauge whenever the metrics are read.
   * @param read must only access memory, because a scrape must not cost a query. Values from
   * several watchers with the same labels are added up.
   * @returns a function that stops it
   */
  watch<N extends NameOf<'gauge'>>(name: N, read: () => Iterable<GaugeValue<N>>): () => void {
    const readers = this.gauges.get(name) ?? new Set();
    this.gauges.set(name, readers.add(read as Read));
    return () => readers.delete(read as Read);
  }

  /** Like `watch`, for a gauge without labels. `read` returns null while the value is unknown. */
  watchValue<N extends NameOf<'gauge'>>(
    name: Record<string, never> extends LabelsOf<N> ? N : never,
    read: () => number | null,
  ): () => void {
    return this.watch(name, () => {
      const value = read();
      return value === null ? [] : [{ labels: {} as LabelsOf<N>, value }];
    });
  }

  /** Calls `settle` before the metrics are read, so that it can count work in progress. */
  beforeReading(settle: () => void): () => void {
    this.settlers.add(settle);
    return () => this.settlers.delete(settle);
  }

  settle(): void {
    this.settlers.forEach((settle) => settle());
  }

  /** The current values of a gauge; none if nothing watches it in this process. */
  read<N extends NameOf<'gauge'>>(name: N): GaugeValue<N>[] {
    return [...(this.gauges.get(name) ?? [])].flatMap((read) => [...read()] as GaugeValue<N>[]);
  }
}

export const metrics = new Metrics();
