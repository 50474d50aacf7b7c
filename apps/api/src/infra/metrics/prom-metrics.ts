import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  type LabelsOf,
  type MetricDefinition,
  type MetricName,
  METRICS,
  type NameOf,
} from './metric-table.js';
import { metrics, type MetricsSink } from './metrics.js';

/** This process's metrics in Prometheus's text format. The only file that imports prom-client. */
export class PromMetrics implements MetricsSink {
  readonly contentType: string;
  private readonly registry = new Registry();
  private readonly counters = new Map<string, Counter>();
  private readonly histograms = new Map<string, Histogram>();
  private readonly gauges = new Map<NameOf<'gauge'>, Gauge>();

  constructor() {
    this.contentType = this.registry.contentType;
    // Memory, processor time, descriptors, garbage collection and the delay of the event loop.
    collectDefaultMetrics({ register: this.registry });
    const all = Object.entries(METRICS) as [MetricName, MetricDefinition][];
    for (const [name, { kind, help, labels, buckets = [] }] of all) {
      const options = { name, help, labelNames: [...labels], registers: [this.registry] };
      if (kind === 'counter') {
        this.counters.set(name, new Counter(options));
      } else if (kind === 'histogram') {
        this.histograms.set(name, new Histogram({ ...options, buckets: [...buckets] }));
      } else {
        this.gauges.set(name as NameOf<'gauge'>, new Gauge(options));
      }
    }
  }

  count<N extends NameOf<'counter'>>(name: N, labels: LabelsOf<N>, by: number): void {
    this.counters.get(name)?.inc(labels, by);
  }

  observe<N extends NameOf<'histogram'>>(name: N, labels: LabelsOf<N>, seconds: number): void {
    this.histograms.get(name)?.observe(labels, seconds);
  }

  /** Everything reported so far, and the current values of the gauges. */
  async text(): Promise<string> {
    metrics.settle();
    for (const [name, gauge] of this.gauges) {
      gauge.reset();
      // For a gauge without labels, `reset` would leave a 0, even if nothing in this process knows
      // the value.
      gauge.remove({});
      metrics.read(name).forEach(({ labels, value }) => gauge.inc(labels, value));
    }
    return this.registry.metrics();
  }
}
