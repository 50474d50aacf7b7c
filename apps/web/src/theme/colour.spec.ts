import { contrast, firstTowards, mix, onColour } from './colour.js';

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#868e96', '#ffffff', 3.32],
  ])('%s on %s is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
    expect(contrast(other, one)).toBeCloseTo(ratio, 2);
  });
});

describe('firstTowards', () => {
  const readsOn = (ground: string) => (colour: string) => contrast(colour, ground) >= 4.5;

  it('leaves a colour alone that is good enough as it is', () => {
    expect(firstTowards('#0f5c5c', '#000000', readsOn('#ffffff'))).toBe('#0f5c5c');
  });

  it('goes no further than it must', () => {
    const found = firstTowards('#ffe600', '#000000', readsOn('#ffffff'));
    expect(contrast(found, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(found, '#ffffff')).toBeLessThan(5.5);
  });

  it('is the end of the way where nothing on it is good enough', () => {
    expect(firstTowards('#777777', '#888888', readsOn('#808080'))).toBe('#888888');
  });
});

describe('onColour', () => {
  it.each([
    ['#ffe600', '#000000'],
    ['#0f5c5c', '#ffffff'],
    ['#6b6b6b', '#ffffff'],
    ['#ff5500', '#000000'],
    // Where black and white are nearly the same.
    ['#757575', '#ffffff'],
    ['#777777', '#000000'],
  ])('%s carries %s at 4.5 or more', (ground, ink) => {
    expect(onColour(ground)).toBe(ink);
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('mix', () => {
  it.each([
    [0, '#102030'],
    [1, '#ffffff'],
    [0.5, '#889098'],
  ])('%d of white in #102030', (share, mixed) => {
    expect(mix('#102030', '#ffffff', share)).toBe(mixed);
  });
});
