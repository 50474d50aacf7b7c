import { readFileSync } from 'node:fs';
import { canonicalPageUrl, needsFollowing } from './page-url.js';

const samples = ['urls', 'ytdlp-urls'].flatMap((name) =>
  (JSON.parse(readFileSync(`test/fixtures/${name}.json`, 'utf8')) as { url: string }[]).map(
    ({ url }) => url,
  ),
);
const WATCH = 'https://www.youtube.com/watch?v=jNQXAC9IVRw';
const NOTE = '6956513d000000001e022eda';

describe('canonicalPageUrl', () => {
  it('is idempotent for every sample URL', () => {
    expect(samples.length).toBeGreaterThan(400);
    const answers = samples.map(canonicalPageUrl);
    expect(answers.map(canonicalPageUrl)).toEqual(answers);
  });

  it.each([
    ['https://www.youtube.com/watch?v=jNQXAC9IVRw&list=PL1&index=2&t=9s', WATCH],
    ['https://youtube.com/watch?list=PL1&v=jNQXAC9IVRw', WATCH],
    ['https://www.youtube.com/watch?v=jNQXAC9IVRw&v=BaW_jenozKc', WATCH],
    ['https://youtu.be/jNQXAC9IVRw?si=abc', WATCH],
    ['https://m.youtube.com/watch?v=jNQXAC9IVRw', WATCH],
    ['https://www.youtube.com/shorts/jNQXAC9IVRw?feature=share', WATCH],
    ['https://www.youtube.com/live/jNQXAC9IVRw', WATCH],
    ['https://www.youtube-nocookie.com/embed/jNQXAC9IVRw', WATCH],
    [`https://consent.youtube.com/m?continue=${encodeURIComponent(WATCH)}&gl=NL`, WATCH],
    [
      'https://music.youtube.com/watch?v=jNQXAC9IVRw&list=RD1',
      'https://music.youtube.com/watch?v=jNQXAC9IVRw',
    ],
    ['https://www.youtube.com/playlist?list=PL1&si=x', 'https://www.youtube.com/playlist?list=PL1'],
    ['https://www.youtube.com/watch?feature=share&amp;v=jNQXAC9IVRw', WATCH],
    [
      'https://www.youtube.com/embed/live_stream?channel=UC1',
      'https://www.youtube.com/embed/live_stream?channel=UC1',
    ],
    ['https://vimeo.com/826026805', 'https://player.vimeo.com/video/826026805'],
    [
      'https://vimeo.com/581039021/9603038895?share=copy',
      'https://player.vimeo.com/video/581039021?h=9603038895',
    ],
    [
      'https://player.vimeo.com/video/581039021?h=9603038895&autoplay=1',
      'https://player.vimeo.com/video/581039021?h=9603038895',
    ],
    [
      'https://vimeo.com/showcase/3253534/video/119195465',
      'https://player.vimeo.com/video/119195465',
    ],
    [
      'https://vimeo.com/groups/travelhd/videos/22439234',
      'https://player.vimeo.com/video/22439234',
    ],
    ['https://vimeo.com/ondemand/20704', 'https://vimeo.com/ondemand/20704'],
    [
      'https://m.bilibili.com/video/BV1Gx411w7wU?p=3&share_source=copy',
      'https://www.bilibili.com/video/BV1Gx411w7wU?p=3',
    ],
    ['https://b23.tv/BV1nqyMBKEqv', 'https://www.bilibili.com/video/BV1nqyMBKEqv'],
    ['https://b23.tv/av32430100?p=2', 'https://www.bilibili.com/video/av32430100?p=2'],
    [
      `https://www.rednote.com/explore/${NOTE}?xsec_token=CB_a=&xsec_source=pc&type=video`,
      `https://www.xiaohongshu.com/explore/${NOTE}?xsec_token=CB_a=&xsec_source=pc`,
    ],
    [
      `https://www.xiaohongshu.com/user/profile/5ff0e6410000000001008400/${NOTE}?xsec_token=AB=`,
      `https://www.xiaohongshu.com/explore/${NOTE}?xsec_token=AB=`,
    ],
    ['https://twitter.com/a/status/1?s=20&t=zz', 'https://x.com/a/status/1'],
    ['https://twitter.com/a/statuses/1/video/2', 'https://x.com/a/status/1/video/2'],
    ['https://x.com/i/web/status/1', 'https://x.com/i/web/status/1'],
    ['https://www.youtube.com/watch?v=jNQXAC9IVRw?si=xyz', WATCH],
    ['https://youtu.be/jNQXAC9IVRw&t=5', WATCH],
    ['https://youtu.be/jNQXAC9IVRwтут', WATCH],
    ['https://www.youtube.com/shorts/jNQXAC9IVRwтут', WATCH],
    ['https://www.youtube.com/watch?v=jNQXAC9IVRwयहाँ', WATCH],
    ['https://www.youtube.com/watch%3Fv%3DjNQXAC9IVRw', WATCH],
    ['https://www.youtubeeducation.com/embed/jNQXAC9IVRw', WATCH],
    ['https://youtu.be/jNQXAC9IVRwX', 'https://youtu.be/jNQXAC9IVRwX'],
    ['https://vxtwitter.com/i/web/status/1', 'https://x.com/i/web/status/1'],
    ['https://youtu.be/shorts/jNQXAC9IVRw', WATCH],
    ['https://www.youtube.com//watch?v=jNQXAC9IVRw', WATCH],
    ['https://www.youtube.com/watch_videos?video_ids=jNQXAC9IVRw,BaW_jenozKc', WATCH],
    ['https://studio.youtube.com/video/jNQXAC9IVRw/edit', WATCH],
    ['https://youtube.googleapis.com/v/jNQXAC9IVRw', WATCH],
    [
      'https://www.youtube.com/watch?v=jNQXAC9IVRwX',
      'https://www.youtube.com/watch?v=jNQXAC9IVRwX',
    ],
    ['https://vimeo.com/826026805/description', 'https://player.vimeo.com/video/826026805'],
    [
      'https://vimeo.com/manage/videos/826026805/9603038895',
      'https://player.vimeo.com/video/826026805?h=9603038895',
    ],
    ['https://www.bilibili.com/BV1Gx411w7wU', 'https://www.bilibili.com/video/BV1Gx411w7wU'],
    ['https://acg.tv/av170001', 'https://www.bilibili.com/video/av170001'],
    ['https://b23.tv/ep123456', 'https://www.bilibili.com/bangumi/play/ep123456'],
    [
      'https://www.bilibili.com/watchlater/?bvid=BV1Gx411w7wU&oid=1',
      'https://www.bilibili.com/video/BV1Gx411w7wU',
    ],
    [
      'https://m.bilibili.com/opus/998440765151510535',
      'https://www.bilibili.com/opus/998440765151510535',
    ],
    [
      'https://m.bilibili.com/dynamic/998134289197432852',
      'https://t.bilibili.com/998134289197432852',
    ],
    ['https://live.bilibili.com/h5/21452505', 'https://live.bilibili.com/21452505'],
    [
      `https://www.xiaohongshu.com/search_result/${NOTE}?xsec_token=AB=&xsec_source=`,
      `https://www.xiaohongshu.com/explore/${NOTE}?xsec_token=AB=&xsec_source=`,
    ],
    [
      `https://www.xiaohongshu.com/login?redirectPath=${encodeURIComponent(`https://www.xiaohongshu.com/explore/${NOTE}?xsec_token=AB=`)}`,
      `https://www.xiaohongshu.com/explore/${NOTE}?xsec_token=AB=`,
    ],
    [
      'https://t.tiktok.com/i18n/share/video/7195741644585454894/',
      'https://www.tiktok.com/@/video/7195741644585454894',
    ],
    [
      'https://www.douyin.com/note/7213241234567890123',
      'https://www.douyin.com/video/7213241234567890123',
    ],
    ['https://instagr.am/p/CxYz123AbC/', 'https://www.instagram.com/p/CxYz123AbC/'],
    ['https://m.instagram.com/p/CxYz123AbC/', 'https://www.instagram.com/p/CxYz123AbC/'],
    [
      `https://h5.xiaoyuzhoufm.com/episodes/${NOTE}?s=1`,
      `https://www.xiaoyuzhoufm.com/episode/${NOTE}`,
    ],
    [
      'https://www.ximalaya.com/youshengshu/16411402/47740352',
      'https://www.ximalaya.com/sound/47740352',
    ],
    [
      'https://m.ximalaya.com/selfshare/sound/47740352?uid=1',
      'https://www.ximalaya.com/sound/47740352',
    ],
    ['https://player.fm/en/series/a-show/an-episode', 'https://player.fm/series/a-show/an-episode'],
    [
      'https://creators.spotify.com/pod/show/a-show/episodes/Title-e1abc',
      'https://anchor.fm/a-show/episodes/Title-e1abc',
    ],
    ['https://x.com/intent/post?text=x&url=https%3A%2F%2Fyoutu.be%2FjNQXAC9IVRw', WATCH],
    ['https://vxtwitter.com/a/status/1/video/2', 'https://x.com/a/status/1/video/2'],
    [
      'https://m.tiktok.com/v/7195741644585454894.html',
      'https://www.tiktok.com/@/video/7195741644585454894',
    ],
    [
      'https://www.tiktok.com/embed/v2/7195741644585454894',
      'https://www.tiktok.com/@/video/7195741644585454894',
    ],
    ['https://tiktok.com/@a/video/1?is_from_webapp=1', 'https://www.tiktok.com/@a/video/1'],
    [
      'https://www.iesdouyin.com/share/video/6961737553342991651/?region=CN',
      'https://www.douyin.com/video/6961737553342991651',
    ],
    [
      'https://www.douyin.com/discover?modal_id=6961737553342991651',
      'https://www.douyin.com/video/6961737553342991651',
    ],
    [
      'https://m.facebook.com/story.php?story_fbid=1&id=2&mibextid=x&fbclid=y',
      'https://m.facebook.com/story.php?story_fbid=1&id=2',
    ],
    [
      'https://podcasts.apple.com/us/podcast/a/id1531349107?l=es&i=1000748574256&uo=4',
      'https://podcasts.apple.com/us/podcast/a/id1531349107?i=1000748574256',
    ],
    ['https://m.soundcloud.com/a/b?si=1&utm_source=x', 'https://soundcloud.com/a/b'],
    [
      'https://tunein.com/podcasts/A/B-p1/?topicId=2&x=y',
      'https://tunein.com/podcasts/A/B-p1/?topicId=2',
    ],
    ['https://castbox.fm/vb/798014224', 'https://castbox.fm/ep/798014224'],
    [
      'https://castbox.fm/app/castbox/player/id5598686/id950985541',
      'https://castbox.fm/ep/950985541',
    ],
    [
      'https://d.castbox.fm/dynamic-link/redirect?link=https%3A%2F%2Fevil.example%2Fvb%2F798014224',
      'https://castbox.fm/ep/798014224',
    ],
    ['https://pt.player.fm/series/a/b?x=1', 'https://player.fm/series/a/b'],
    [
      'https://www.instagram.com/reel/DFQe23tOWKz/?igsh=MTc4',
      'https://www.instagram.com/reel/DFQe23tOWKz/',
    ],
  ])('maps %s to %s', (url, canonical) => {
    expect(canonicalPageUrl(url)).toBe(canonical);
    expect(canonicalPageUrl(canonical)).toBe(canonical);
  });

  it.each([
    // URLs of unknown sites stay unchanged, except that known tracking parameters are removed.
    [
      'https://a.example/v?b=2&si=3&sig=%2Fx%20+~&p=1',
      'https://a.example/v?b=2&si=3&sig=%2Fx%20+~&p=1',
    ],
    ['https://a.example/v?utm_source=x&b=2&fbclid=y', 'https://a.example/v?b=2'],
    ['https://a.example/v?utm_source=x', 'https://a.example/v'],
    ['https://a.example/v#__youtubedl_smuggle=%7B%22x%22%3A1%7D', 'https://a.example/v'],
    ['https://me:secret@a.example/v', 'https://a.example/v'],
    ['https://a.example/v?utm_source=x#item=2', 'https://a.example/v#item=2'],
    ['https://twitter.com/a/status/1?s=20#item=3', 'https://x.com/a/status/1#item=3'],
    ['https://a.example/v#item=0', 'https://a.example/v'],
    ['https://a.example/f.xml#item=0123456789ab', 'https://a.example/f.xml#item=0123456789ab'],
    ['https://a.example/f.xml#item=0123456789abc', 'https://a.example/f.xml'],
    ['https://a.example/v#item=2&__youtubedl_smuggle=%7B%7D', 'https://a.example/v'],
    [
      'https://consent.youtube.com/m?continue=http%3A%2F%2F127.0.0.1%2F',
      'https://consent.youtube.com/m?continue=http%3A%2F%2F127.0.0.1%2F',
    ],
    ['https://www.youtube.com/watch?v=../../x', 'https://www.youtube.com/watch?v=../../x'],
    ['https://player.vimeo.com/video/1?h=%26x%3D1', 'https://player.vimeo.com/video/1'],
    ['file:///etc/passwd', 'file:///etc/passwd'],
    ['not a url', 'not a url'],
    ['', ''],
  ])('changes %s only as far as necessary, to %s', (url, canonical) => {
    expect(canonicalPageUrl(url)).toBe(canonical);
  });
});

describe('canonicalPageUrl for NetEase Music, whose fragment names the item', () => {
  it.each([
    ['https://music.163.com/#/song?id=33894312', 'https://music.163.com/song?id=33894312'],
    ['https://music.163.com/song?id=33894312', 'https://music.163.com/song?id=33894312'],
    ['http://music.163.com/#/program?id=10109055', 'http://music.163.com/program?id=10109055'],
    ['https://music.163.com/#/mv?id=415350', 'https://music.163.com/mv?id=415350'],
    ['https://music.163.com/#/playlist?id=79177352', 'https://music.163.com/playlist?id=79177352'],
    ['https://music.163.com/#/album?id=133153666', 'https://music.163.com/album?id=133153666'],
    [
      'https://music.163.com/#/discover/toplist?id=3733003',
      'https://music.163.com/discover/toplist?id=3733003',
    ],
    ['https://music.163.com/song?id=1#/song?id=2', 'https://music.163.com/song?id=1'],
    ['https://music.163.com/#__youtubedl_smuggle=%7B%7D', 'https://music.163.com/'],
    ['https://music.163.com/#//evil.example/song?id=1', 'https://music.163.com/'],
    ['https://music.163.com/#/song?id=1#__youtubedl_smuggle=1', 'https://music.163.com/song?id=1'],
    ['https://music.163.com.evil.example/#/song?id=1', 'https://music.163.com.evil.example/'],
    ['https://example.org/#/song?id=1', 'https://example.org/'],
  ])('turns %s into %s', (url, canonical) => {
    expect(canonicalPageUrl(url)).toBe(canonical);
    expect(canonicalPageUrl(canonical)).toBe(canonical);
  });
});

describe('needsFollowing', () => {
  it.each([
    'https://vm.tiktok.com/ZTR45GpSF/',
    'https://vt.tiktok.com/ZSe4FqkKd',
    'https://www.tiktok.com/t/ZTR45GpSF/',
    'https://v.douyin.com/NdvdvNIN50I/',
    'https://t.co/BJYgOjSeGA',
    'https://fb.watch/abc/',
    'https://www.facebook.com/share/v/1AQRQzYXTi/?mibextid=nvWvQA',
    'https://b23.tv/37gE8mi',
    'http://xhslink.com/a/PHXDnnbscVEab',
    'http://xhslink.cn/x',
    'https://on.soundcloud.com/AG4c',
    'http://tun.in/tqeeFw',
    'https://castbox.fm/x/3NaXQ',
    'https://www.instagram.com/share/reel/abc',
    'https://spotify.link/abc',
    'https://spoti.fi/abc',
    'https://lite.tiktok.com/t/ZTR45GpSF/',
    'https://pic.twitter.com/BJYgOjSeGA',
    'https://fb.me/abc',
    'https://xyzfm.link/s/abc',
    'https://xima.tv/1_abc',
    'https://player.fm/1BrLEn',
    'https://bit.ly/3abc',
    'https://www.tinyurl.com/abc',
  ])('is true for %s', (url) => {
    expect(needsFollowing(url)).toBe(true);
  });

  it.each([
    'https://youtu.be/jNQXAC9IVRw',
    'https://b23.tv/BV1nqyMBKEqv',
    'https://b23.tv/av32430100',
    'https://www.tiktok.com/@a/video/1',
    'https://x.com/a/status/1',
    'https://soundcloud.com/on/share',
    'https://evil-t.co/x',
    'https://bit.ly/',
    'https://my.bit.ly/abc',
    'https://example.org/t.co/x',
    'not a url',
  ])('is false for %s', (url) => {
    expect(needsFollowing(url)).toBe(false);
  });
});
