import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../programs/find-program.js';
import { runProcess } from '../process/run-process.js';
import { type LabelsOf, type MetricDefinition, METRICS, type NameOf } from './metric-table.js';
import { metrics } from './metrics.js';
import { PromMetrics } from './prom-metrics.js';

const DEPLOY = join(__dirname, '../../../../../deploy');
const ALERTS = join(DEPLOY, 'prometheus/alerts.yml');

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { query: string | { query: string } }[] };
}

const dashboard = JSON.parse(
  readFileSync(join(DEPLOY, 'grafana/dipper.json'), 'utf8'),
) as Dashboard;
const panelExpressions = dashboard.panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr),
);
/** The alerts' expressions: on one line, or on the indented lines after `>-`. */
const alertExpressions = [
  ...readFileSync(ALERTS, 'utf8').matchAll(/^ {8}expr: (?:>-\n((?: {10}.+\n)+)|(.+)\n)/gm),
].map(([, folded, single]) => (folded ?? single ?? '').replace(/\s+/g, ' ').trim());

/** Labels that Prometheus adds to each sample of a scrape, and the bounds of buckets. */
const ADDED = ['job', 'instance', 'le'];
/** PromQL keywords, and the metric that Prometheus adds. */
const NO_METRIC = /^(sum|min|max|rate|increase|topk|histogram_quantile|and|unless|up)$/;

/** A scrape of a process that has reported each metric once. */
async function everyMetric(): Promise<string> {
  const all = new PromMetrics();
  const stops = [metrics.reportTo(all)];
  const definitions = Object.entries(METRICS) as [string, MetricDefinition][];
  for (const [name, { kind, labels }] of definitions) {
    const given = Object.fromEntries(labels.map((label) => [label, 'x']));
    if (kind === 'counter') {
      all.count(name as NameOf<'counter'>, given as LabelsOf<NameOf<'counter'>>, 1);
    } else if (kind === 'histogram') {
      all.observe(name as NameOf<'histogram'>, given as LabelsOf<NameOf<'histogram'>>, 1);
    } else {
      const labelled = given as LabelsOf<NameOf<'gauge'>>;
      stops.push(metrics.watch(name as NameOf<'gauge'>, () => [{ labels: labelled, value: 1 }]));
    }
  }
  const text = await all.text();
  stops.forEach((stop) => stop());
  return text;
}

/** The labels of each metric in a scrape, by sample name. */
function labelsIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name) ?? new Set(ADDED);
    [...labels.matchAll(/(\w+)="/g)].forEach(([, label = '']) => known.add(label));
    found.set(name, known);
  }
  return found;
}

/** Returns the metrics and labels that an expression uses but a scrape lacks. */
function unknownIn(expression: string, known: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const bare = expression.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, '');
  const names =
    bare
      .replace(/\{[^}]*\}|\b(?:by|on) \([^)]*\)/g, ' ')
      .match(/[a-z]\w*/g)
      ?.filter((name) => !NO_METRIC.test(name)) ?? [];
  const labels = [
    ...[...bare.matchAll(/(\w+)\s*(?:=~|!=|!~|=)\s*""/g)].map(([, label = '']) => label),
    ...[...bare.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(',').map((label) => label.trim()),
    ),
  ];
  const own = new Set(names.flatMap((name) => [...(known.get(name) ?? [])]));
  return [
    ...names.filter((name) => !known.has(name)),
    // Prometheus itself adds `up`.
    ...(names.length === 0 ? [] : labels.filter((label) => !own.has(label))),
  ];
}

describe('the dashboard and the alerts', () => {
  it('use only metrics and labels that a scrape has', async () => {
    const known = labelsIn(await everyMetric());
    const all = [...panelExpressions, ...alertExpressions];
    expect(all.length).toBeGreaterThan(60);
    expect(all.map((one) => unknownIn(one, known)).flat()).toEqual([]);
  });

  it.each([
    ['sum by (code) (rate(dipper_searches_total[5m]))', ['code']],
    ['rate(dipper_search_total{outcome="ok"}[5m])', ['dipper_search_total', 'outcome']],
    ['dipper_disk_free_bytes{volume="/"}', ['volume']],
  ])('fail this spec if broken: %s', async (expression, unknown) => {
    expect(unknownIn(expression, labelsIn(await everyMetric()))).toEqual(unknown);
  });

  it('show each of our own metrics', () => {
    const text = [...panelExpressions, ...alertExpressions].join('\n');
    const unseen = Object.keys(METRICS).filter((name) => !text.includes(name));
    expect(unseen).toEqual([]);
  });
});

describe('docs/operator.md', () => {
  const text = readFileSync(join(DEPLOY, '../docs/operator.md'), 'utf8');

  it('explains each of our own metrics, and no others', () => {
    const table = text.split('\n## Metrics\n')[1]?.split('\n## ')[0] ?? '';
    const named = [...table.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)].map(
      ([, name]) => `dipper_${name}`,
    );
    expect(Object.keys(METRICS).filter((name) => !named.includes(name))).toEqual([]);
    const unknown = named.filter((name) => name.includes('_', 7) && !(name in METRICS));
    expect(unknown).toEqual([]);
  });

  it('explains each alert', () => {
    const alerts = [...readFileSync(ALERTS, 'utf8').matchAll(/- alert: (\w+)/g)];
    expect(alerts.map(([, name]) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual(
      [],
    );
  });
});

describe('promtool', () => {
  const promtool = findProgram('promtool', [], process.env['PATH'] ?? '');
  const isCi = Boolean(process.env['CI']);
  /** Skips if promtool is missing, but not in CI. `npm test` installs it where possible. */
  const check: (title: string, work: () => Promise<void>) => void =
    promtool === null && !isCi ? it.skip : it;
  const run = (...argv: string[]): Promise<string> =>
    runProcess(promtool ?? '', argv, { timeoutMs: 60_000 });

  check('accepts the rules, and each alert fires in its own case only', async () => {
    await run('check', 'rules', ALERTS);
    await run('test', 'rules', join(DEPLOY, 'prometheus/alerts.test.yml'));
  });

  it('tests a case in which each alert fires, and a case in which it does not', () => {
    const cases = readFileSync(join(DEPLOY, 'prometheus/alerts.test.yml'), 'utf8');
    const alerts = [...readFileSync(ALERTS, 'utf8').matchAll(/- alert: (\w+)/g)];
    expect(alerts.length).toBe(alertExpressions.length);
    for (const [, name = ''] of alerts) {
      const own = cases.split('- eval_time:').filter((one) => one.includes(`alertname: ${name}\n`));
      const silent = own.filter((one) => /exp_alerts: \[\]/.test(one));
      expect([name, own.length > silent.length, silent.length > 0]).toEqual([name, true, true]);
    }
  });

  check('can parse every expression of the dashboard', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dipper-rules-'));
    const rules = panelExpressions.map((expression, at) => ({
      record: `panel:${at}`,
      expr: expression.replaceAll('$__rate_interval', '5m'),
    }));
    const file = join(folder, 'rules.json');
    // JSON is valid YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    await run('check', 'rules', file);
    await rm(folder, { recursive: true });
  });
});
