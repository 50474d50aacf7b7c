import { spread } from './long-first.mjs';

describe('spread', () => {
  it('puts short specs between the long ones, and the rest at the end', () => {
    expect(spread(['A', 'B'], ['1', '2', '3', '4', '5', '6'])).toEqual([
      'A',
      '1',
      '2',
      'B',
      '3',
      '4',
      '5',
      '6',
    ]);
  });

  it.each([
    [['A', 'B', 'C'], ['1']],
    [[], ['1', '2']],
    [['A'], []],
  ])('keeps every spec, in order, of %j and %j', (long, short) => {
    const mixed = spread<string>(long, short);
    expect(mixed.filter((one) => long.includes(one))).toEqual(long);
    expect(mixed.filter((one) => short.includes(one))).toEqual(short);
    expect(mixed).toHaveLength(long.length + short.length);
  });
});
