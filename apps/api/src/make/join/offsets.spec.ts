import { offsets } from './offsets.js';

describe('offsets', () => {
  it.each([
    ['one source, whenever it begins', [1.4], [0]],
    ['two sources that begin together', [10, 10], [0, 0]],
    ['encoder priming', [0, -0.021], [0, 0]],
    ['audio that begins later', [0, 0.378], [0, 0.378]],
    ['video that begins later', [3601.5, 3600], [1.5, 0]],
    ['unrelated clocks', [0, 3600], [0, 0]],
    ['no sources', [], []],
  ])('handles %s', (_, starts, expected) => {
    const found = offsets(starts.map((startSeconds) => ({ startSeconds })));
    expect(found.map((offset) => Math.round(offset * 1000) / 1000)).toEqual(expected);
  });
});
