import { DISPLAY_FONTS } from '@dipper/contract';
import { letterDrawer } from './draw-letter.js';
import { drawnBounds, rasterize } from './rasterize.js';

it.each(DISPLAY_FONTS)('draws a letter of %s as a path, in the middle of an icon', async (font) => {
  const path = await letterDrawer(font)('Ä', '#ffffff');
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

it.each(['小', 'ح', '🎉', ''])('has no path for %j', async (letter) => {
  await expect(letterDrawer('anton')(letter, '#ffffff')).resolves.toBeNull();
});
