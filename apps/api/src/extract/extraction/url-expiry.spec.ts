import { urlExpiry } from './url-expiry.js';

const AT = 1_795_230_000;

describe('urlExpiry', () => {
  it.each([
    ['YouTube', `https://r1.googlevideo.example/videoplayback?expire=${AT}&ei=x`],
    [
      'YouTube playlists',
      `https://manifest.example/api/manifest/hls_playlist/expire/${AT}/ei/x/file/index.m3u8`,
    ],
    ['Akamai tokens', `https://vod.example/exp=${AT}~acl=%2F1%2F%2A~hmac=0f/seg.mp4`],
    ['TikTok', `https://v16.example/video/?a=1&x-expires=${AT}`],
    [
      'Bilibili',
      `https://upos.example/a.m4s?e=ig8euxZM2rNcNbdlhoNvNC8BqJIzNbfqXBvEqxTEto8&deadline=${AT}`,
    ],
    ['CloudFront', `https://cf.example/a.mp3?Expires=${AT}&Signature=x`],
    ['a parameter that is just exp', `https://cdn.example/a.mp4?EXP=${AT}`],
    [
      'Facebook (hexadecimal)',
      `https://scontent.example/v.mp4?oe=${AT.toString(16).toUpperCase()}`,
    ],
  ])('finds the expiry in links of %s', (_, url) => {
    expect(urlExpiry(url)).toEqual(new Date(AT * 1000));
  });

  it.each([
    'https://cdn.example/a.mp4',
    'https://cdn.example/a.mp4?e=1',
    'https://cdn.example/a.mp4?expires=3600',
    'https://cdn.example/a.mp4?expire=',
    'https://cdn.example/a.mp4?expire=never',
    'https://cdn.example/a.mp4?expire=-1795230000',
    'https://cdn.example/a.mp4?exp=17952300000000',
    'https://cdn.example/a.mp4?oe=zz',
    'https://cdn.example/exp=1/720.mp4',
    'https://cdn.example/expire/17952300001/a.mp4',
  ])('finds no expiry in %s', (url) => {
    expect(urlExpiry(url)).toBeNull();
  });

  it.each([
    [1_577_836_799, null],
    [1_577_836_800, 1_577_836_800],
    [4_102_444_800, 4_102_444_800],
    [4_102_444_801, null],
  ])('accepts only times between 2020 and 2100: %d gives %s', (seconds, expected) => {
    const found = urlExpiry(`https://cdn.example/a?expires=${seconds}`);
    expect(found).toEqual(expected === null ? null : new Date(expected * 1000));
  });
});
