import { damageSpans, mergeSpans, withoutBeginning } from './damage-spans.js';

const at = (
  after: number | null,
  before: number | null,
): { text: string; after: typeof after; before: typeof before } => ({
  ...{ text: 'broken', after, before },
});
const KEYS = [0, 5, 10, 15];

describe('damageSpans', () => {
  it.each([
    ['in the video until the next key frame', [at(5.96, 6)], KEYS, [[5.96, 10]]],
    ['in the last group of pictures until the end', [at(16, 16.1)], KEYS, [[16, Infinity]]],
    ['after a known time until the end', [at(12, null)], KEYS, [[12, Infinity]]],
    ['from the start until a known time', [at(null, 5)], KEYS, [[0, 5]]],
    ['in audio only where it was reported', [at(3, 3.1)], [], [[3, 3.1]]],
    [
      'in one span when reports are close together',
      [at(3, 3.1), at(4, 4.1), at(9, 9.1)],
      [],
      [
        [3, 4.1],
        [9, 9.1],
      ],
    ],
    ['nowhere when no time is known', [at(null, null)], KEYS, []],
  ])('places damage %s', (_, complaints, keys, spans) => {
    expect(damageSpans(complaints, keys)).toEqual(spans.map(([from, to]) => ({ from, to })));
  });

  it('places damage among very many key frames and complaints', () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => index * 5);
    const spans = damageSpans(
      keys.map((time) => at(time + 1, time + 2)),
      keys,
    );
    expect(spans).toEqual([{ from: 1, to: Infinity }]);
    const sparse = damageSpans(
      keys.map((time) => at(time + 1, time + 1.5)),
      [],
    );
    expect(sparse).toHaveLength(keys.length);
    expect(sparse.at(-1)).toEqual({ from: 499_996, to: 499_996.5 });
  });

  it('merges overlapping spans in any order', () => {
    const spans = [
      { from: 20, to: 30 },
      { from: 0, to: 25 },
      { from: 40, to: Infinity },
    ];
    expect(mergeSpans(spans)).toEqual([
      { from: 0, to: 30 },
      { from: 40, to: Infinity },
    ]);
  });
});

describe('withoutBeginning', () => {
  it('drops complaints about video before the first key frame', () => {
    const complaints = [at(null, 1.2), at(1.9, 2), at(1.96, 2.04), at(3, null)];
    const stream = { type: 'video', start: 2, keys: [2, 4] } as const;
    expect(withoutBeginning(complaints, stream)).toEqual([at(1.96, 2.04), at(3, null)]);
  });

  it('drops complaints about the first frame of audio, but not about more', () => {
    const stream = { type: 'audio', start: 1, keys: [] } as const;
    const more = [at(null, 1.5), at(null, null), at(1.48, 1.52)];
    expect(withoutBeginning([at(null, 1.02), ...more], stream)).toEqual(more);
  });
});
