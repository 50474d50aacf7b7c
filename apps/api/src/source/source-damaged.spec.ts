import { SourceDamaged } from './source-damaged.js';

describe('SourceDamaged', () => {
  it.each([
    [[], "The source's own file is damaged."],
    [[{ from: 0, to: Infinity }], "The source's own file is damaged."],
    [[{ from: 432.1, to: 435.2 }], "The source's own file is damaged at 7:12 to 7:16."],
    [[{ from: 3723, to: Infinity }], "The source's own file is damaged at 1:02:03 to the end."],
    [
      [1, 2, 3, 4].map((from) => ({ from, to: from + 0.5 })),
      "The source's own file is damaged in 4 places.",
    ],
  ])('describes %j as: %s', (damage, sentence) => {
    const { message, code } = new SourceDamaged(damage, 'planted');
    expect([code, message]).toEqual([
      'SOURCE_DAMAGED',
      `${sentence} You can take it anyway, or pick another format.`,
    ]);
  });
});
