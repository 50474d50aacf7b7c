import type { DamagedSpan } from '@dipper/contract';
import { english } from '../../../../testing/english.js';
import { damagePlaces } from './damage-places.js';

const t = english.getFixedT('en', 'preview');
const span = (from_seconds: number, to_seconds: number | null): DamagedSpan => ({
  from_seconds,
  to_seconds,
});

describe('damagePlaces', () => {
  it.each<[DamagedSpan[], string]>([
    [[], ''],
    [[span(432.9, 435.1)], 'Affected: 7:12 to 7:16.'],
    [[span(3599.5, 3601)], 'Affected: 59:59 to 1:00:01.'],
    [[span(0, null)], 'Affected: 0:00 to the end.'],
    [[span(1, 2), span(3723, null)], 'Affected: 0:01 to 0:02 and 1:02:03 to the end.'],
    [
      [span(1, 2), span(3, 4), span(5, 6)],
      'Affected: 0:01 to 0:02, 0:03 to 0:04, and 0:05 to 0:06.',
    ],
    [[1, 2, 3, 4].map((at) => span(at, at + 0.5)), '4 sections affected.'],
  ])('describes %j as %s', (damage, text) => {
    expect(damagePlaces(damage, t, 'en')).toBe(text);
  });
});
