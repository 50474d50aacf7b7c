import { DISPLAY_FONTS } from '@dipper/contract';
import { letterDrawer } from './draw-letter.js';
import { drawnBounds, rasterize } from './rasterize.js';

it.each([
  ...DISPLAY_FONTS.map((font) => [font, 'Ä'] as const),
  ['anton', '小'] as const,
  ['anton', 'ح'] as const,
])('draws a letter of %s as paths, in the middle of an icon: %s', async (font, letter) => {
  const path = await letterDrawer(font)(letter, '#ffffff');
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${path ?? ''}</svg>`;
  const { x = 0, y = 0, width = 0, height = 0 } = (await drawnBounds(icon)) ?? {};
  expect([x + width / 2, y + height / 2]).toEqual([expect.closeTo(24, 1), expect.closeTo(24, 1)]);
  expect(Math.max(width / 32, height / 23)).toBeCloseTo(1, 1);
  expect((await rasterize(icon)).length).toBeGreaterThan(100);
});

it('draws letters of two typefaces differently', async () => {
  const [one, two] = await Promise.all([
    letterDrawer('anton')('G', '#ffffff'),
    letterDrawer('fredoka')('G', '#ffffff'),
  ]);
  expect(one).not.toBe(two);
});

it.each(['ᚠ', '🎉', ''])('draws nothing for %j', async (letter) => {
  await expect(letterDrawer('anton')(letter, '#ffffff')).resolves.toBeNull();
});
