import { displayFontOf } from './display-font.js';

describe('displayFontOf', () => {
  it.each([{}, { font: '' }, { font: 'no such face' }, { font: 'young-serif' }])(
    'fetches Young Serif for %j',
    (branding) => {
      expect(displayFontOf({ name: 'Any', ...branding }).family).toMatch(/^'Young Serif',/);
      expect(displayFontOf({ name: 'Any', ...branding }).file).not.toBeNull();
    },
  );

  it('fetches nothing for a face of the system', () => {
    expect(displayFontOf({ name: 'Any', font: 'plain' }).file).toBeNull();
  });

  it.each(['constructor', 'toString', '__proto__'])('takes no %s for a face', (font) => {
    expect(displayFontOf({ name: 'Any', font }).family).toMatch(/^'Young Serif',/);
  });
});
