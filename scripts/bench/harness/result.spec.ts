import { median, problemsOf, quantile, range, row, shown } from './result.js';

describe('statistics', () => {
  it.each([
    ['the middle value', 0.5, [9, 1, 5], 5],
    ['the upper of two middle values', 0.5, [4, 1, 3, 2], 3],
    ['the fastest tenth', 0.1, [5, 4, 3, 2, 1], 1],
    ['the largest value, where there are few', 0.99, [1, 3, 2], 3],
    ['the only value', 0.99, [7], 7],
  ])('quantile gives %s', (_, share, values, expected) => {
    expect(quantile(values, share)).toBe(expected);
  });

  it('sorts values numerically, without changing its argument', () => {
    const values = [10, 9, 1];
    expect(median(values)).toBe(9);
    expect(values).toEqual([10, 9, 1]);
  });

  it('has no median of an empty list', () => {
    expect(median([])).toBeNaN();
  });

  it.each([
    [0.012345, '0.0123'],
    [1.005, '1'],
    [8.314, '8.31'],
    [613.4, '613'],
    [1_234_567.8, '1,234,568'],
    [0, '0'],
    [NaN, 'NaN'],
  ])('shows %d as %s', (value, text) => {
    expect(shown(value)).toBe(text);
  });

  it('shows a range', () => {
    expect(range([3, 1.234, 2])).toBe('1.23–3');
  });
});

describe('row', () => {
  it('takes medians, and keeps the order of the peers', () => {
    const made = row('merge', 's', { ours: [3, 1, 2], 'yt-dlp': [4, 6, 5], ffmpeg: 0.5 });
    expect(made).toMatchObject({ what: 'merge', unit: 's', ours: 2, note: '' });
    expect(made.peers).toEqual([
      { name: 'yt-dlp', value: 5 },
      { name: 'ffmpeg', value: 0.5 },
    ]);
  });

  it('has no value for a peer that was never measured', () => {
    expect(row('fetch', 's', { ours: 1, aria2c: [] }).peers).toEqual([
      { name: 'aria2c', value: null },
    ]);
  });

  it.each([
    ['/s', {}, 'more'],
    ['ms', {}, 'less'],
    ['ms', { better: 'same' }, 'same'],
  ] as const)('with the unit %s and %o, %s is better', (unit, more, better) => {
    expect(row('pages', unit, { ours: 1 }, more).better).toBe(better);
  });
});

describe('problemsOf', () => {
  it('accepts plausible values, however slow', () => {
    const rows = [
      row('merge', 's', { ours: 900, 'yt-dlp': 3, aria2c: [] }),
      row('part of a wait', 'ms', { ours: 0, another: 5 }, { mayBeZero: true }),
    ];
    expect(problemsOf(rows)).toEqual([]);
  });

  it.each([
    ['no value of ours', row('merge', 's', { ours: [] }), ['"merge": ours is NaN']],
    [
      'an infinite peer',
      row('merge', 's', { ours: 1, peer: Infinity }),
      ['"merge": peer is Infinity'],
    ],
    [
      'a negative part',
      row('wait', 'ms', { ours: -1 }, { mayBeZero: true }),
      ['"wait": ours is -1'],
    ],
    [
      'a zero',
      row('merge', 's', { ours: 0, peer: 0 }),
      ['"merge": ours is 0', '"merge": peer is 0'],
    ],
    [
      'far too little',
      row('merge', 's', { ours: 0.0001, peer: 2 }),
      ['"merge": 0.0001 cannot be compared with 2 (peer)'],
    ],
    [
      'far too much',
      row('merge', 's', { ours: 20_001, peer: 2 }),
      ['"merge": 20,001 cannot be compared with 2 (peer)'],
    ],
  ])('refuses %s', (_, wrong, problems) => {
    expect(problemsOf([row('good', 's', { ours: 1 }), wrong])).toEqual(problems);
  });

  it('refuses a benchmark that measured nothing', () => {
    expect(problemsOf([])).toEqual(['nothing was measured']);
  });
});
