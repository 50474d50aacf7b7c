import { placeMenu } from './menu-place.js';

const WINDOW = { width: 400, height: 600 };
const button = (left: number, top: number) => ({ left, right: left + 100, top, bottom: top + 44 });

describe('a menu', () => {
  it.each([
    ['below its button', button(250, 100), 200, false, { left: 150, top: 150, maxHeight: 434 }],
    ['at the left end in Arabic', button(50, 100), 200, true, { left: 50, top: 150 }],
    ['inside the left edge', button(20, 100), 200, false, { left: 16 }],
    ['inside the right edge', button(290, 100), 200, true, { left: 184 }],
    ['above where it fits only there', button(250, 500), 200, false, { top: 294, maxHeight: 478 }],
    ['where there is more space', button(250, 400), 900, false, { top: 16, maxHeight: 378 }],
    ['below if neither side is larger', button(250, 278), 900, false, { top: 328, maxHeight: 256 }],
  ] as const)('is placed %s', (_where, at, height, isRightToLeft, expected) => {
    expect(placeMenu(at, { width: 200, height }, WINDOW, isRightToLeft)).toMatchObject(expected);
  });
});
