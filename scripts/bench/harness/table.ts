export interface Row {
  readonly what: string;
  readonly unit: string;
  /** Which direction is better. `same`: our value and the peer's should not differ. */
  readonly better: 'lower' | 'higher' | 'same';
  readonly ours: number;
  /** `value` is null if the peer is not installed. */
  readonly peers: readonly { readonly name: string; readonly value: number | null }[];
  readonly note: string;
  readonly inChart: boolean;
}

export interface Result {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

/**
 * A single value, or one value per round. An empty list means that the program is not installed.
 */
type Values = number | readonly number[];

/** A larger ratio means that we and the peer have not done the same work. */
const WIDEST_RATIO = 10_000;

export function row(
  what: string,
  unit: string,
  { ours, ...peers }: { ours: Values } & Record<string, Values>,
  more: Partial<Row> = {},
): Row {
  const isMissing = (values: Values): boolean => Array.isArray(values) && values.length === 0;
  return {
    ...{ what, unit, better: unit.endsWith('/s') ? 'higher' : 'lower', ours: median(ours) },
    peers: Object.entries(peers).map(([name, values]) => ({
      ...{ name, value: isMissing(values) ? null : median(values) },
    })),
    ...{ note: '', inChart: false, ...more },
  };
}

export const median = (values: Values): number => quantile([values].flat(), 0.5);

/** @returns the quantile at `share` (0-1); NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN;
}

export function shown(value: number): string {
  const rounded = Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
  return rounded.toLocaleString('en', { maximumFractionDigits: 6 });
}

/** @returns a sentence for each value that is implausible, even on a slow or busy machine */
export function problemsOf(rows: readonly Row[]): string[] {
  return rows.length === 0 ? ['nothing was measured'] : rows.flatMap(problemsOfRow);
}

function problemsOfRow({ what, ours, peers, note }: Row): string[] {
  if (/\b(?:NaN|Infinity|undefined)\b/.test(note)) {
    return [`"${what}": the note says "${note}"`];
  }
  const wrong = [{ name: 'ours', value: ours }, ...peers].filter(
    ({ value }) => value !== null && !(Number.isFinite(value) && value > 0),
  );
  if (wrong.length > 0) {
    return wrong.map(({ name, value }) => `"${what}": ${name} is ${value}`);
  }
  return peers.flatMap(({ name, value }) =>
    value !== null && Math.max(ours / value, value / ours) > WIDEST_RATIO
      ? [`"${what}": ${shown(ours)} cannot be compared with ${shown(value)} (${name})`]
      : [],
  );
}

const HEAD = ['benchmark', 'what', 'ours', 'peer', 'theirs', 'ours / theirs', 'better', 'note'];

/**
 * Makes one line per peer. Lines after the first do not repeat the row's other cells.
 * @returns the lines as lists of cells, with the header first
 */
export function tableOf(results: readonly Result[]): string[][] {
  const lines = results.flatMap(({ name, rows }) =>
    rows.flatMap(({ what, unit, ours, peers, better, note }, at) => {
      const [first = ['–', '', ''], ...others] = peers.map(({ name: peer, value }) =>
        value === null
          ? [peer, 'not installed', '']
          : [peer, withUnit(value, unit), shown(ours / value)],
      );
      return [
        [at === 0 ? name : '', what, withUnit(ours, unit), ...first, better, note],
        ...others.map((cells) => ['', '', '', ...cells, '', '']),
      ];
    }),
  );
  return [HEAD, ...lines];
}

export const withUnit = (value: number, unit: string): string => `${shown(value)} ${unit}`;

export function asMarkdown([head = [], ...lines]: readonly string[][]): string {
  const rule = head.map((name) => (/ours|theirs/.test(name) ? '--:' : '---'));
  return [head, rule, ...lines]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}
