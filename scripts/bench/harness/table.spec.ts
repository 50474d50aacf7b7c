/** @jest-environment jsdom */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartOf } from './chart.js';
import {
  asMarkdown,
  median,
  problemsOf,
  quantile,
  type Result,
  row,
  shown,
  tableOf,
} from './table.js';

const ROOT = join(__dirname, '../../..');
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

const peers = { ours: [9, 8.3, 1], aria2c: [], 'yt-dlp': 16.6 };
const results: Result[] = [
  {
    name: 'fetch',
    title: 'one file',
    rows: [
      row('fetch <9> & 1 MB', 's', peers, { note: 'a|b', inChart: true }),
      row('memory', 'MB', { ours: 160 }),
    ],
  },
  { name: 'pages', title: 'pages', rows: [row('cached page', '/s', { ours: 1500, file: 3000 })] },
];

describe('the benchmarks', () => {
  const names = readdirSync(join(__dirname, '..'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace('.ts', ''));

  it('each have a command, and are listed in CONTRIBUTING.md', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = Object.entries(scripts).filter(([name]) => name.startsWith('bench:'));
    expect(commands).toEqual(
      names.map((name) => [`bench:${name}`, `exec node scripts/bench.mjs ${name}`]),
    );
    expect(read('CONTRIBUTING.md')).toContain(names.join(', '));
  });
});

describe('a row', () => {
  it.each([
    ['the middle one of three values', 0.5, [9, 1, 10], 9],
    ['the upper of two middle values', 0.5, [4, 1, 3, 2], 3],
    ['the largest value if there are few', 0.99, [1, 3, 2], 3],
  ])('uses %s as the quantile', (_, share, values, expected) => {
    expect(quantile(values, share)).toBe(expected);
  });

  it('shows medians, omits peers that are not installed, and says which direction is better', () => {
    expect(median([])).toBeNaN();
    expect(results[0]?.rows[0]).toMatchObject({
      ...{ ours: 8.3, better: 'lower' },
      peers: [
        { name: 'aria2c', value: null },
        { name: 'yt-dlp', value: 16.6 },
      ],
    });
    expect(results[1]?.rows[0]?.better).toBe('higher');
  });

  it.each([
    [0.012345, '0.0123'],
    [613.4, '613'],
    [1_234_567.8, '1,234,568'],
    [NaN, 'NaN'],
  ])('shows %d as %s', (value, text) => {
    expect(shown(value)).toBe(text);
  });
});

describe('the check of the results', () => {
  it('accepts plausible values, even very slow times', () => {
    expect(problemsOf([row('merge', 's', { ours: 900, 'yt-dlp': 3, aria2c: [] })])).toEqual([]);
  });

  it.each([
    ['a missing value of ours', { ours: [] }, 'ours is NaN'],
    ['an infinite value of a peer', { ours: 1, peer: Infinity }, 'peer is Infinity'],
    ['a negative value of ours', { ours: -1 }, 'ours is -1'],
    ['a zero value of ours', { ours: 0 }, 'ours is 0'],
    [
      'a value that is far too small',
      { ours: 0.0001, peer: 2 },
      '0.0001 cannot be compared with 2 (peer)',
    ],
    [
      'a value that is far too large',
      { ours: 20_001, peer: 2 },
      '20,001 cannot be compared with 2 (peer)',
    ],
  ])('rejects %s', (_, values, problem) => {
    expect(problemsOf([row('merge', 's', values)])).toEqual([`"merge": ${problem}`]);
  });

  it('rejects a note with a figure that is missing', () => {
    const found = row('merge', 's', { ours: 1 }, { note: 'median of NaN' });
    expect(problemsOf([found])).toEqual(['"merge": the note says "median of NaN"']);
  });

  it('rejects a benchmark that measured nothing', () => {
    expect(problemsOf([])).toEqual(['nothing was measured']);
  });
});

describe('the table', () => {
  it('has a line with the ratio for each peer, and says which peers are not installed', () => {
    expect(tableOf(results).slice(1)).toEqual([
      ['fetch', 'fetch <9> & 1 MB', '8.3 s', 'aria2c', 'not installed', '', 'lower', 'a|b'],
      ['', '', '', 'yt-dlp', '16.6 s', '0.5', '', ''],
      ['', 'memory', '160 MB', '–', '', '', 'lower', ''],
      ['pages', 'cached page', '1,500 /s', 'file', '3,000 /s', '0.5', 'higher', ''],
    ]);
  });

  it('is valid Markdown, with equal numbers of cells and escaped separators', () => {
    const lines = asMarkdown(tableOf(results)).split('\n');
    expect(lines[1]).toBe('| --- | --- | --: | --- | --: | --: | --- | --- |');
    expect(lines[2]).toContain('a\\|b');
    expect(lines.map((line) => line.match(/(?<!\\)\|/g)?.length)).toEqual(lines.map(() => 9));
  });
});

describe('the chart', () => {
  const svg = new DOMParser().parseFromString(chartOf(results), 'image/svg+xml').documentElement;

  it('has a title and a description for screen readers', () => {
    const [title, description] = (svg.getAttribute('aria-labelledby') ?? '').split(' ');
    expect(svg.querySelector(`#${title}`)?.textContent).toContain('Benchmarks');
    expect(svg.querySelector(`#${description}`)?.textContent).toBe(
      'Fetch <9> & 1 MB (lower is better): Dipper 8.3 s, yt-dlp 16.6 s.',
    );
  });

  it('draws our value and those of the measured peers to scale, and only rows in the chart', () => {
    const bars = [...svg.querySelectorAll('rect.ours, rect.peer')];
    const [ours = 0, theirs = 0, ...others] = bars.map((bar) => Number(bar.getAttribute('width')));
    expect(theirs).toBe(2 * ours);
    expect(others).toEqual([]);
  });

  it('has light and dark colors and its own background', () => {
    const style = svg.querySelector('style')?.textContent ?? '';
    const [light = '', dark = ''] = style.split('@media (prefers-color-scheme: dark)');
    for (const name of ['page', 'heading', 'text', 'ours', 'peer']) {
      expect([light, dark].map((part) => part.includes(`.${name} { fill`))).toEqual([true, true]);
    }
  });
});
