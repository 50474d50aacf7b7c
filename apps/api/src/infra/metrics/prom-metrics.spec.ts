import { metrics } from './metrics.js';
import { PromMetrics } from './prom-metrics.js';

const lines = async (all: PromMetrics, name: string): Promise<string[]> =>
  (await all.text()).split('\n').filter((line) => line.startsWith(name));

describe('PromMetrics', () => {
  const stops: (() => unknown)[] = [];
  afterEach(() => stops.splice(0).forEach((stop) => stop()));

  function start(): PromMetrics {
    const all = new PromMetrics();
    stops.push(metrics.reportTo(all));
    return all;
  }

  it('shows only what is reported after it was started and before it was stopped', async () => {
    metrics.count('dipper_refusals_total', { code: 'BUSY' });
    const all = start();
    metrics.count('dipper_refusals_total', { code: 'BUSY' }, 2);
    metrics.count('dipper_refusals_total', { code: 'BUSY' }, -1);
    metrics.observe('dipper_task_wait_seconds', { kind: 'join' }, 3);
    metrics.observe('dipper_task_wait_seconds', { kind: 'join' }, NaN);
    expect(await lines(all, 'dipper_refusals_total')).toEqual([
      'dipper_refusals_total{code="BUSY"} 2',
    ]);
    expect(await lines(all, 'dipper_task_wait_seconds_sum')).toEqual([
      'dipper_task_wait_seconds_sum{kind="join"} 3',
    ]);
    stops.splice(0).forEach((stop) => stop());
    metrics.count('dipper_refusals_total', { code: 'BUSY' });
    expect(await lines(all, 'dipper_refusals_total')).toEqual([
      'dipper_refusals_total{code="BUSY"} 2',
    ]);
  });

  it('reads gauges each time, and adds up the values of several watchers', async () => {
    const all = start();
    const state = 'working';
    let runs = 2;
    stops.push(
      metrics.watch('dipper_task_runs', () => [{ labels: { state }, value: runs }]),
      metrics.watch('dipper_task_runs', () => [{ labels: { state }, value: 1 }]),
    );
    expect(await lines(all, 'dipper_task_runs')).toEqual(['dipper_task_runs{state="working"} 3']);
    runs = 0;
    expect(await lines(all, 'dipper_task_runs')).toEqual(['dipper_task_runs{state="working"} 1']);
  });

  it('has no value for an unknown gauge, rather than a zero that would raise an alert', async () => {
    const all = start();
    let free: number | null = 5;
    stops.push(metrics.watchValue('dipper_disk_free_bytes', () => free));
    expect(await lines(all, 'dipper_disk_free_bytes')).toEqual(['dipper_disk_free_bytes 5']);
    expect(await lines(all, 'dipper_disk_limit_bytes')).toEqual([]);
    free = null;
    expect(await lines(all, 'dipper_disk_free_bytes')).toEqual([]);
  });

  it('counts work in progress before it is read', async () => {
    const all = start();
    stops.push(
      metrics.beforeReading(() => metrics.count('dipper_sent_bytes_total', { content: 'file' }, 7)),
    );
    expect(await lines(all, 'dipper_sent_bytes_total{content="file"}')).toEqual([
      'dipper_sent_bytes_total{content="file"} 7',
    ]);
  });
});
