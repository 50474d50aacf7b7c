import { mediaTypeOf } from './media-type.js';

describe('mediaTypeOf', () => {
  it.each([
    ['mp4', 'video/mp4'],
    ['.MP4', 'video/mp4'],
    ['mkv', 'video/x-matroska'],
    ['m4a', 'audio/mp4'],
    ['opus', 'audio/ogg'],
    ['html', null],
    ['svg', null],
    ['toString', null],
    ['', null],
  ])('of the extension %j is %j', (ext, expected) => {
    expect(mediaTypeOf(ext)).toBe(expected);
  });
});
