import { contrast, firstTowards, mix, onColour } from './colours.js';

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#868e96', '#ffffff', 3.32],
  ])('of %s on %s is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
    expect(contrast(other, one)).toBeCloseTo(ratio, 2);
  });
});

describe('firstTowards', () => {
  const readsOn = (ground: string) => (colour: string) => contrast(colour, ground) >= 4.5;

  it('keeps a color that already qualifies', () => {
    expect(firstTowards('#0f5c5c', '#000000', readsOn('#ffffff'))).toBe('#0f5c5c');
  });

  it('stops at the first color that qualifies', () => {
    const found = firstTowards('#ffe600', '#000000', readsOn('#ffffff'));
    expect(contrast(found, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(found, '#ffffff')).toBeLessThan(5.5);
  });

  it('returns the target when nothing qualifies', () => {
    expect(firstTowards('#777777', '#888888', readsOn('#808080'))).toBe('#888888');
  });
});

describe('onColour', () => {
  it.each([
    ['#ffe600', '#000000'],
    ['#0f5c5c', '#ffffff'],
    ['#6b6b6b', '#ffffff'],
    ['#ff5500', '#000000'],
    // Black and white have nearly the same contrast with this color.
    ['#757575', '#ffffff'],
    ['#777777', '#000000'],
  ])('on %s is %s with a contrast of at least 4.5', (ground, ink) => {
    expect(onColour(ground)).toBe(ink);
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('mix', () => {
  it.each([
    [0, '#102030'],
    [1, '#ffffff'],
    [0.5, '#889098'],
  ])('mixes %d of white into #102030 as %s', (share, mixed) => {
    expect(mix('#102030', '#ffffff', share)).toBe(mixed);
  });
});
