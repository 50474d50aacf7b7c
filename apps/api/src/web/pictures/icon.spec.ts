import { iconOf, iconSvg } from './icon.js';

it.each([
  ['192.png', { size: 192, isMaskable: false }],
  ['maskable-512.png', { size: 512, isMaskable: true }],
  ['maskable-1400.png', { size: 1400, isMaskable: true }],
  ['192', null],
  ['191.png', null],
  ['1920.png', null],
  ['maskable-192.png.png', null],
  ['x192.png', null],
  ['', null],
])('parses %j as %j', (name, icon) => {
  expect(iconOf(name)).toEqual(icon);
});

it('keeps the content of a maskable icon within 80% of its size, on the brand background', () => {
  const svg = iconSvg('<svg/>', '#123456', { size: 100, isMaskable: true });
  expect(svg).toContain('<rect width="100" height="100" fill="#123456"/>');
  expect(svg).toContain('x="10" y="10" width="80" height="80"');
  expect(iconSvg('<svg/>', '#123456', { size: 100, isMaskable: false })).not.toContain('#123456');
});
