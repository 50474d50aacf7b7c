import { stepsOf } from './work-shares.js';

describe('stepsOf', () => {
  it.each<[string, (number | null)[], boolean, [string, number][]]>([
    [
      'video and audio',
      [80, 20],
      false,
      [
        ['video', 0.72],
        ['audio', 0.18],
      ],
    ],
    ['one file with both', [5e9], false, [['video', 0.9]]],
    ['audio only', [null], true, [['audio', 0.9]]],
    [
      'audio of unknown size',
      [100, null],
      false,
      [
        ['video', 0.818],
        ['audio', 0.082],
      ],
    ],
    [
      'video of unknown size',
      [null, 10],
      false,
      [
        ['video', 0.818],
        ['audio', 0.082],
      ],
    ],
    [
      'sources of unknown size',
      [null, null],
      false,
      [
        ['video', 0.818],
        ['audio', 0.082],
      ],
    ],
    [
      'placeholders',
      [0, 0],
      false,
      [
        ['video', 0.818],
        ['audio', 0.082],
      ],
    ],
    [
      'tiny audio',
      [4e9, 1],
      false,
      [
        ['video', 0.9],
        ['audio', 0],
      ],
    ],
  ])('weights the work for %s', (_, sizes, isAudio, fetches) => {
    const steps = stepsOf({ sizes, isAudio });
    expect(steps.map(({ stage, share }) => [stage, share])).toEqual([
      ...fetches,
      ['merging', 0.08],
      ['checking', 0.02],
    ]);
    expect(steps.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 10);
  });
});

it('uses the shares that a maker gives, for example for a long encoding', () => {
  const shares = { fetching: 40, merging: 58, checking: 2 };
  expect(stepsOf({ sizes: [null], isAudio: true, shares })).toEqual([
    { stage: 'audio', share: 0.4 },
    { stage: 'merging', share: 0.58 },
    { stage: 'checking', share: 0.02 },
  ]);
});
