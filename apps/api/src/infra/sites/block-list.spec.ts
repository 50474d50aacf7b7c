import { BlockList, parseBlockRule } from './block-list.js';

const list = new BlockList(
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/channels/stolen/*',
    'https://site.example/watch?v=*',
    'https://blog.example/a-post/',
    'pirate.example',
    'www.shop.example',
  ].map(parseBlockRule),
);

it.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ?t=10',
  'http://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1',
  'https://vimeo.com/channels/stolen/123',
  'https://www.vimeo.com/channels/st%6Flen/123',
  'https://site.example/watch?v=7',
  'http://blog.example/a-post#top',
  'https://pirate.example/',
  'https://CDN.Pirate.example:8443/file.mp4',
  'https://pirate.example./x',
  'https://shop.example/x',
])('blocks %s', (link) => {
  expect(list.has(link)).toBe(true);
});

it.each([
  'https://www.youtube.com/watch?v=aaaaaaaaaaa',
  'https://vimeo.com/123',
  'https://vimeo.com/channels/stolenware',
  'https://site.example/watch',
  'https://blog.example/a-post/more',
  'https://notpirate.example/',
  'https://pirate.example.org/',
  'https://ok.example/?u=https://pirate.example/',
  'no link',
  '',
])('does not block %j', (link) => {
  expect(list.has(link)).toBe(false);
});

it.each([
  '',
  '*',
  'example',
  'https://',
  'ftp://a.example/',
  'a.example/x',
  '*.a.example',
  'a b.c',
])('rejects the entry %j', (text) => {
  expect(() => parseBlockRule(text)).toThrow(/^must be a domain like/);
});
