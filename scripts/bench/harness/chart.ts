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
    .ours { fill: #0969da } .peer { fill: #afb8c1 }
    @media (prefers-color-scheme: dark) {
      .page { fill: #0d1117 } .heading { fill: #f0f6fc } .text { fill: #b7bdc8 }
      .ours { fill: #4493f8 } .peer { fill: #57606a }
    }`;

/** Draws the rows that have a heading as an SVG bar chart, with light and dark colors. */
export function chartOf(results: readonly Result[]): string {
  const groups = results.flatMap(({ rows }) => rows.filter(({ chart }) => chart !== null));
  let y = MARGIN;
  const drawn = groups.map((row) => {
    const bars = barsOf(row);
    const top = y;
    y += HEADING + bars.length * LINE;
    return drawGroup(row, top);
  });
  const height = y + MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="13">
  <title id="title">Benchmarks: Dipper compared with other programs</title>
  <desc id="description">${escaped(groups.map(inWords).join(' '))}</desc>
  <style>${STYLE}
  </style>
  <rect class="page" width="100%" height="100%" rx="6"/>
  ${drawn.flat().join('\n  ')}
</svg>
`;
}

function drawGroup(row: Row, top: number): string[] {
  const bars = barsOf(row);
  const longest = Math.max(...bars.map(({ value }) => value));
  const text = (where: string, content: string, kind = 'text'): string =>
    `<text class="${kind}" ${where}>${escaped(content)}</text>`;
  const lines = bars.flatMap(({ name, value }, at) => {
    const y = top + HEADING + at * LINE;
    const width = Math.max(1, Math.round((BARS.width * value) / longest));
    return [
      text(`x="${BARS.x - 10}" y="${y + 14}" text-anchor="end"`, name),
      `<rect class="${at === 0 ? 'ours' : 'peer'}" x="${BARS.x}" y="${y}" width="${width}" height="${BARS.height}" rx="2"/>`,
      text(`x="${BARS.x + width + 8}" y="${y + 14}"`, withUnit(value, row.unit)),
    ];
  });
  return [text(`x="${MARGIN}" y="${top + 26}"`, headingOf(row), 'heading'), ...lines];
}

function barsOf({ ours, peers }: Row): { name: string; value: number }[] {
  return [{ name: 'Dipper', value: ours }, ...peers].flatMap(({ name, value }) =>
    value === null ? [] : [{ name, value }],
  );
}

const headingOf = ({ chart, better }: Row): string => `${chart} (${better} is better)`;

const inWords = (row: Row): string =>
  `${headingOf(row)}: ${barsOf(row)
    .map(({ name, value }) => `${name} ${withUnit(value, row.unit)}`)
    .join(', ')}.`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
