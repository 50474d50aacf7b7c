import { pathOfPicture, picturePath } from './picture-path.js';

it.each([
  ['/', '/og/home.png'],
  ['/de', '/og/de.png'],
  ['/youtube-downloader', '/og/youtube-downloader.png'],
  ['/blog/my-post', '/og/blog/my-post.png'],
])('maps the page %s to the picture %s and back', (path, picture) => {
  expect(picturePath(path)).toBe(picture);
  expect(pathOfPicture(picture)).toBe(path);
});

it.each([
  '/og',
  '/og/',
  '/og/home',
  '/og.png',
  '/ogre/home.png',
  '/home.png',
  'og/home.png',
  '/og/.png',
  '',
])('%j is not a picture path', (address) => {
  expect(pathOfPicture(address)).toBeNull();
});
