import { type Result, row } from './result.js';
import { asMarkdown, asText, tableOf } from './table.js';

const results: Result[] = [
  {
    name: 'fetch',
    title: 'one file',
    rows: [
      row('fetch of 9 MB', 's', { ours: 8.3, aria2c: [], 'yt-dlp': 4 }, { note: 'a|b' }),
      row('memory', 'MB', { ours: 160 }),
    ],
  },
  { name: 'pages', title: 'pages', rows: [row('cached page', '/s', { ours: 1500, file: 3000 })] },
];

it('has a line with the ratio for each peer, and says which is not installed', () => {
  expect(tableOf(results).slice(1)).toEqual([
    ['fetch', 'fetch of 9 MB', '8.3 s', 'aria2c', 'not installed', '', 'less', 'a|b'],
    ['', '', '', 'yt-dlp', '4 s', '2.08', '', ''],
    ['', 'memory', '160 MB', '–', '', '', 'less', ''],
    ['pages', 'cached page', '1,500 /s', 'file', '3,000 /s', '0.5', 'more', ''],
  ]);
});

it('has no ratio to zero', () => {
  const [, [, , , , , ratio] = []] = tableOf([
    { name: 'wait', title: '', rows: [row('wait', 'ms', { ours: 1, peer: 0 })] },
  ]);
  expect(ratio).toBe('');
});

it('is aligned in a terminal, with numbers to the right', () => {
  const [head = '', first = '', second = ''] = asText(tableOf(results)).split('\n');
  const end = head.indexOf('theirs') + 'theirs'.length;
  expect(first.slice(0, end)).toMatch(/aria2c +not installed$/);
  expect(second.slice(0, end)).toMatch(/yt-dlp +4 s$/);
});

it('is a valid Markdown table: equal cell counts, and escaped separators', () => {
  const lines = asMarkdown(tableOf(results)).split('\n');
  expect(lines[1]).toBe('| --- | --- | --: | --- | --: | --: | --- | --- |');
  expect(lines[2]).toContain('a\\|b');
  expect(lines.map((line) => line.match(/(?<!\\)\|/g)?.length)).toEqual(lines.map(() => 9));
});
