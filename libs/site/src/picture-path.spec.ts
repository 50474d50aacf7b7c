import { pathOfPicture, picturePath } from './picture-path.js';

it.each([
  ['/', '/og/home.png'],
  ['/de', '/og/de.png'],
  ['/youtube-downloader', '/og/youtube-downloader.png'],
  ['/blog/my-post', '/og/blog/my-post.png'],
])('the picture of %s is %s, and back', (path, picture) => {
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
])('%j is no picture', (address) => {
  expect(pathOfPicture(address)).toBeNull();
});
