import { BlockList, parseBlockRule } from './block-list.js';

const list = new BlockList(
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/channels/stolen/*',
    'https://site.example/watch?v=*',
    'https://blog.example/a-post/',
    'pirate.example',
    'www.shop.example',
    'https://twitter.com/thief/*',
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
  'https://x.com/thief/status/1234567890',
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

const TIKTOK = 'https://www.tiktok.com/@thief/video/7000000000000000001';
const TWEET = 'https://x.com/thief/status/1234567890';
const BILIBILI = 'https://www.bilibili.com/video/BV1GJ411x7h7';
const NOTE = 'https://www.xiaohongshu.com/explore/64a1b2c3000000001f00d1e2';

it.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://music.youtube.com/watch?v=dQw4w9WgXcQ'],
  [TIKTOK, 'https://www.tiktok.com/@anyone/video/7000000000000000001'],
  [TIKTOK, 'https://www.tiktok.com/embed/7000000000000000001'],
  [TIKTOK, 'https://m.tiktok.com/v/7000000000000000001.html'],
  [TWEET, 'https://x.com/anyone/status/1234567890'],
  [TWEET, 'https://twitter.com/i/web/status/1234567890'],
  [TWEET, `${TWEET}/photo/1`],
  [`${NOTE}?xsec_token=A&xsec_source=x`, `${NOTE}?xsec_token=B`],
  ['https://vimeo.com/123456', 'https://vimeo.com/123456/abcdef1234'],
  ['https://vimeo.com/123456?h=abcdef1234', 'https://vimeo.com/123456'],
  ['https://www.instagram.com/p/Cabc123/', 'https://www.instagram.com/p/Cabc123/?img_index=2'],
  [`${BILIBILI}?p=1`, BILIBILI],
  [BILIBILI, `${BILIBILI}?p=2`],
  ['https://blog.example/a-post', 'https://blog.example/a-post/?from=feed'],
  ['https://Blog.example/Thief/*', 'https://blog.example/thief/1'],
])('the rule %s blocks %s', (rule, link) => {
  expect(new BlockList([parseBlockRule(rule)]).has(link)).toBe(true);
});

it.each([
  ['https://www.youtube.com/watch', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://site.example/watch', 'https://site.example/watch?v=7'],
  ['https://blog.example/', 'https://blog.example/?page=7'],
  ['https://blog.example/a-post?from=feed', 'https://blog.example/a-post'],
  [TIKTOK, 'https://www.tiktok.com/@thief/video/7000000000000000002'],
  [TWEET, 'https://x.com/thief/status/12345678901'],
  [`${BILIBILI}?p=2`, `${BILIBILI}?p=3`],
])('the rule %s does not block %s', (rule, link) => {
  expect(new BlockList([parseBlockRule(rule)]).has(link)).toBe(false);
});
