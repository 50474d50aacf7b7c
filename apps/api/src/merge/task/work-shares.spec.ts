import { stepsOf } from './work-shares.js';

describe('stepsOf', () => {
  it.each<[string, (number | null)[], boolean, [string, number][]]>([
    [
      'picture and sound',
      [80, 20],
      false,
      [
        ['video', 0.72],
        ['audio', 0.18],
      ],
    ],
    ['one file with both', [5e9], false, [['video', 0.9]]],
    ['sound only', [null], true, [['audio', 0.9]]],
    [
      'an unknown sound',
      [100, null],
      false,
      [
        ['video', 0.818],
        ['audio', 0.082],
      ],
    ],
    [
      'an unknown picture',
      [null, 10],
      false,
      [
        ['video', 0.818],
        ['audio', 0.082],
      ],
    ],
    [
      'nothing known',
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
      'a sound of next to nothing',
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

it('gives encoding a fair share of the progress', () => {
  const shares = { fetching: 40, merging: 58, checking: 2 };
  expect(stepsOf({ sizes: [null], isAudio: true, shares })).toEqual([
    { stage: 'audio', share: 0.4 },
    { stage: 'merging', share: 0.58 },
    { stage: 'checking', share: 0.02 },
  ]);
});
