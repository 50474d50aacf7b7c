import { clockTime, shortTime } from './clock-time.js';

it.each([
  [6.014, '0:06.014', '0:06'],
  [41.25, '0:41.25', '0:41.3'],
  [59.97, '0:59.97', '1:00'],
  [3723.5, '1:02:03.5', '1:02:03.5'],
])('writes %d s as %s in a field and as %s in a label', (seconds, exact, short) => {
  expect(clockTime(seconds)).toBe(exact);
  expect(shortTime(seconds)).toBe(short);
});
