/** @jest-environment jsdom */
import { chartOf } from './chart.js';
import { row } from './result.js';

const rows = [
  row('merge', 's', { ours: 5, 'yt-dlp': 10, aria2c: [] }, { chart: 'Merge <big> & small' }),
  row('memory', 'MB', { ours: 160 }),
];

const document = () => new DOMParser().parseFromString(chartOf(rows), 'image/svg+xml');

it('is SVG with a title and a description for screen readers', () => {
  const svg = document().documentElement;
  expect(svg.getAttribute('role')).toBe('img');
  const [title, description] = (svg.getAttribute('aria-labelledby') ?? '').split(' ');
  expect(svg.querySelector(`#${title}`)?.textContent).toContain('Benchmarks');
  expect(svg.querySelector(`#${description}`)?.textContent).toBe(
    'Merge <big> & small (less is better): Dipper 5 s, yt-dlp 10 s.',
  );
});

it('draws our value and those of measured peers in proportion', () => {
  const bars = [...document().querySelectorAll('rect.ours, rect.peer')];
  const [ours = 0, theirs = 0, ...others] = bars.map((bar) => Number(bar.getAttribute('width')));
  expect(theirs).toBe(2 * ours);
  expect(others).toEqual([]);
});

it('leaves out rows without a heading', () => {
  expect(chartOf(rows)).not.toContain('160');
});

it('has light and dark colours and its own background', () => {
  const style = document().querySelector('style')?.textContent ?? '';
  const [light = '', dark = ''] = style.split('@media (prefers-color-scheme: dark)');
  for (const name of ['page', 'heading', 'text', 'ours', 'peer']) {
    expect([light, dark].map((part) => part.includes(`.${name} { fill`))).toEqual([true, true]);
  }
});
