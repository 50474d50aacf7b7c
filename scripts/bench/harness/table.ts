import { type Result, shown } from './result.js';

const HEAD = ['benchmark', 'what', 'ours', 'peer', 'theirs', 'ours / theirs', 'better', 'note'];
const isNumeric = HEAD.map((name) => /ours|theirs/.test(name));

/**
 * One line per peer, without repeating the cells of the line above.
 * @returns cells, the header first.
 */
export function tableOf(results: readonly Result[]): string[][] {
  const lines = results.flatMap(({ name, rows }) =>
    rows.flatMap(({ what, unit, ours, peers, better, note }, at) => {
      const [first = ['–', '', ''], ...others] = peers.map(({ name: peer, value }) =>
        value === null
          ? [peer, 'not installed', '']
          : [peer, withUnit(value, unit), value === 0 ? '' : shown(ours / value)],
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

/** For a terminal. */
export function asText(table: readonly string[][]): string {
  const widths = HEAD.map((_, at) => Math.max(...table.map((cells) => cells[at]?.length ?? 0)));
  const padded = (cell: string, at: number): string =>
    isNumeric[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  return table.map((cells) => cells.map(padded).join('  ').trimEnd()).join('\n');
}

export function asMarkdown([head = [], ...lines]: readonly string[][]): string {
  const rule = isNumeric.map((numeric) => (numeric ? '--:' : '---'));
  return [head, rule, ...lines]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}
