import { extensionOf } from './read-filename.js';

describe('extensionOf', () => {
  it.each([
    ['a.b.MP4', 'mp4'],
    ['日本.webm', 'webm'],
    ['.mp4', null],
    ['name', null],
    ['name.', null],
    ['name.a b', null],
    ['name.toolongext', null],
  ])('of the file name %j is %j', (name, expected) => {
    expect(extensionOf(name)).toBe(expected);
  });
});
