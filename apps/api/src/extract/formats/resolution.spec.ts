import { nominalPixels, pixelsOf, qualityName, resolutionText } from './resolution.js';

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
  ])('names %s×%s at %s fps %s', (width, height, fps, expected) => {
    expect(resolutionText({ width, height, fps })).toBe(expected);
  });

  it('names portrait video after its short side', () => {
    expect([
      pixelsOf({ width: 576, height: 1024 }),
      pixelsOf({ width: 1024, height: 576 }),
    ]).toEqual([576, 576]);
  });
});

describe('pixelsOf', () => {
  it.each([
    [1920, 804, 1080],
    [1280, 536, 720],
    [3840, 1600, 2160],
    [852, 480, 480],
    [854, 480, 480],
    [426, 240, 240],
    [1440, 1080, 1080],
    [2160, 1080, 1080],
    [1080, 2340, 1080],
    [640, 640, 640],
    [null, 720, 720],
  ])('classifies %s×%s as %s', (width, height, pixels) => {
    expect(pixelsOf({ width, height })).toBe(pixels);
  });
});

describe('qualityName', () => {
  it.each([
    ['hd', null, 'HD', 720],
    ['progressive-sd', null, 'SD', 360],
    ['x1', 'HD', 'HD', 720],
    ['http-1080p', null, '1080p', 1080],
    ['mp4', '480P 标清', '480p', 480],
    ['hdr', null, '', 0],
    ['4800ptx', null, '', 0],
    ['12', 'sdk', '', 0],
  ])('with the id %s and the note %s, finds the quality %j', (id, note, name, pixels) => {
    expect(qualityName({ id, note })).toBe(name);
    expect(nominalPixels({ id, note, width: null, height: null })).toBe(pixels);
  });
});
