import { isHoldingTooMuch } from './arriving-files.js';

const MIB = 2 ** 20;

describe('isHoldingTooMuch', () => {
  it.each([
    ['what is in the pipes', 20 * MIB, 0, false],
    ['a file that is written in step', 4000 * MIB, 3990 * MIB, false],
    ['many packets of one source that wait for the other', 4000 * MIB, 3800 * MIB, true],
  ])('judges %s', (_, taken, written, expected) => {
    expect(isHoldingTooMuch(taken, written)).toBe(expected);
  });
});
