import { imageType } from './image-type.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('imageType', () => {
  it.each([
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n\0', 'image/png'],
    ['GIF87a..', 'image/gif'],
    ['GIF89a..', 'image/gif'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x20ftypavif', 'image/avif'],
    ['\0\0\0\x20ftypavis', 'image/avif'],
  ])('recognizes %j as %s', (start, expected) => {
    expect(imageType(bytes(start))).toBe(expected);
  });

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<?xml version="1.0"?><svg/>',
    '<!doctype html>',
    'RIFF\x10\0\0\0WAVEfmt ',
    '\0\0\0\x20ftypisom',
    '\x89PNG',
    'GIF88a',
    '\xff\xd8',
    ' GIF89a',
    'BM\0\0',
    '',
  ])('does not relay %j', (start) => {
    expect(imageType(bytes(start))).toBeNull();
  });
});
