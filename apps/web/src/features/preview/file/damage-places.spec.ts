import type { DamagedSpan } from '@dipper/contract';
import { english } from '../../../testing/english.js';
import { damagePlaces } from './damage-places.js';

const t = english.getFixedT('en', 'preview');
const span = (from_seconds: number, to_seconds: number | null): DamagedSpan => ({
  from_seconds,
  to_seconds,
});

describe('damagePlaces', () => {
  it.each<[DamagedSpan[], string]>([
    [[], 'in places'],
    [[span(432.9, 435.1)], 'from 7:12 to 7:16'],
    [[span(3599.5, 3601)], 'from 59:59 to 1:00:01'],
    [[span(0, null)], 'from 0:00 to the end'],
    [[span(1, 2), span(3723, null)], 'from 0:01 to 0:02 and from 1:02:03 to the end'],
    [
      [span(1, 2), span(3, 4), span(5, 6)],
      'from 0:01 to 0:02, from 0:03 to 0:04, and from 0:05 to 0:06',
    ],
    [[1, 2, 3, 4].map((at) => span(at, at + 0.5)), 'in 4 places'],
  ])('describes %j as %s', (damage, text) => {
    expect(damagePlaces(damage, t, 'en')).toBe(text);
  });
});
