import { waveBars, wavePath } from './waveform-path.js';

it.each<[peaks: number[], count: number, bars: number[]]>([
  [[0, 0, 100, 100], 2, [0.06, 1]],
  [[50, 50, 100, 100], 2, [0.53, 1]],
  [[0, 0], 2, [0.06, 0.06]],
  [[255], 3, [1, 1, 1]],
  [[], 3, []],
  [[1, 2], 0, []],
])('waveBars(%j, %d) is %j', (peaks, count, bars) => {
  const found = waveBars(peaks, count).map((bar) => Math.round(bar * 1000) / 1000);
  expect(found).toEqual(bars);
});

it('wavePath draws bars around the middle', () => {
  expect(wavePath([1, 0.5], 8, 64)).toBe('M2.0 2.0v60.0M6.0 17.0v30.0');
});
