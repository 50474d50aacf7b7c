import { pixelsOf, resolutionText } from './resolution.js';

describe('resolutionText', () => {
  it.each([
    [1920, 1080, 30, '1080p'],
    [1080, 1920, 30, '1080p'],
    [1920, 1080, 60, '1080p60'],
    [1920, 1080, 59.94, '1080p60'],
    [1920, 1080, 31, '1080p'],
    [1920, 1080, 31.5, '1080p32'],
    [1280, 720, null, '720p'],
    [null, 480, 25, '480p'],
    [3840, 2160, 50, '2160p50'],
    [640, null, 25, null],
    [null, null, null, null],
  ])('%s×%s at %s is %s', (width, height, fps, expected) => {
    expect(resolutionText({ width, height, fps })).toBe(expected);
  });

  it('knows a portrait by its short side', () => {
    expect([
      pixelsOf({ width: 576, height: 1024 }),
      pixelsOf({ width: 1024, height: 576 }),
    ]).toEqual([576, 576]);
  });
});
