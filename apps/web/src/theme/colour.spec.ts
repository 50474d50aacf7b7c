import { contrast, mix, onColour, readable } from './colour.js';

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

describe('readable', () => {
  it('leaves a colour alone that is readable as it is', () => {
    expect(readable('#0f5c5c', ['#ffffff'], 4.5)).toBe('#0f5c5c');
  });

  it.each([
    ['#ffe600', '#ffffff'],
    ['#ffffff', '#ffffff'],
    ['#000000', '#000000'],
    ['#777777', '#808080'],
    ['#1d4ed8', '#0b1120'],
  ])('%s on %s reaches 4.5', (colour, ground) => {
    expect(contrast(readable(colour, [ground], 4.5), ground)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('onColour', () => {
  it.each([
    ['#ffe600', '#000000'],
    ['#0f5c5c', '#ffffff'],
    ['#6b6b6b', '#ffffff'],
    ['#ff5500', '#000000'],
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
