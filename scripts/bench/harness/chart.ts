import { type Result, type Row, withUnit } from './table.js';

const WIDTH = 760;
const MARGIN = 20;
const HEADING = 40;
const LINE = 24;
/** The left edge of the bars, and the size of the longest bar in a group, in pixels. */
const BARS = { x: 260, width: 370, height: 18 };

/**
 * The chart has its own background, because a page may be light although the reader's system is
 * dark.
 */
const STYLE = `
    .page { fill: #ffffff } .heading { fill: #1f2328; font-weight: 600 } .text { fill: #424a53 }
    .ours { fill: #0969da } .peer { fill: #afb8c1 } .name { text-anchor: end }
    @media (prefers-color-scheme: dark) {
      .page { fill: #0d1117 } .heading { fill: #f0f6fc } .text { fill: #b7bdc8 }
      .ours { fill: #4493f8 } .peer { fill: #57606a }
    }`;

/** Draws the rows that are in the chart as SVG bars, with light and dark colors. */
export function chartOf(results: readonly Result[]): string {
  const rows = results.flatMap((result) => result.rows.filter(({ inChart }) => inChart));
  const drawn: string[] = [];
  let y = MARGIN;
  for (const row of rows) {
    const bars = barsOf(row);
    const longest = Math.max(...bars.map(({ value }) => value));
    drawn.push(text('heading', [MARGIN, y + 26], headingOf(row)));
    y += HEADING;
    for (const { name, kind, value } of bars) {
      const width = Math.max(1, Math.round((BARS.width * value) / longest));
      drawn.push(
        text('text name', [BARS.x - 10, y + 14], name),
        `<rect class="${kind}" x="${BARS.x}" y="${y}" width="${width}" height="${BARS.height}" rx="2"/>`,
        text('text', [BARS.x + width + 8, y + 14], withUnit(value, row.unit)),
      );
      y += LINE;
    }
  }
  const height = y + MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="13">
  <title id="title">Benchmarks: Dipper compared with other programs</title>
  <desc id="description">${escaped(rows.map(inWords).join(' '))}</desc>
  <style>${STYLE}
  </style>
  <rect class="page" width="100%" height="100%" rx="6"/>
  ${drawn.join('\n  ')}
</svg>
`;
}

const text = (kind: string, [x, y]: [number, number], content: string): string =>
  `<text class="${kind}" x="${x}" y="${y}">${escaped(content)}</text>`;

const barsOf = ({ ours, peers }: Row) =>
  [{ name: 'Dipper', kind: 'ours', value: ours }, ...peers].flatMap(({ value, ...bar }) =>
    value === null ? [] : [{ kind: 'peer', ...bar, value }],
  );

const headingOf = ({ what, better }: Row): string =>
  `${what.charAt(0).toUpperCase()}${what.slice(1)} (${better} is better)`;

const inWords = (row: Row): string =>
  `${headingOf(row)}: ${barsOf(row)
    .map(({ name, value }) => `${name} ${withUnit(value, row.unit)}`)
    .join(', ')}.`;

const escaped = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
