import { readFileSync } from 'node:fs';
import { detectPlatform } from './detect-platform.js';
import { canonicalPageUrl, needsFollowing } from './page-url.js';

const WATCH = 'https://www.youtube.com/watch?v=jNQXAC9IVRw';
const enc = encodeURIComponent;

describe('mirrors and interstitial pages', () => {
  it("are mapped to the right platform for each of yt-dlp's sample URLs", () => {
    const samples = JSON.parse(readFileSync('test/fixtures/ytdlp-urls.json', 'utf8')) as {
      platform: string;
      url: string;
    }[];
    const ours: Readonly<Record<string, string>> = {
      douyin: 'tiktok',
      applepodcasts: 'apple-podcasts',
    };
    const wrong = samples
      // One sample is an interstitial page for an item on another site.
      .filter(({ url }) => /^https?:/.test(url) && !url.includes('/flx/warn/'))
      .filter(
        ({ url, platform }) =>
          detectPlatform(canonicalPageUrl(url))?.id !== (ours[platform] ?? platform),
      );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['https://yewtu.be/watch?v=jNQXAC9IVRw&listen=1', WATCH],
    ['https://invidious.some.example/watch?v=jNQXAC9IVRw', WATCH],
    ['https://inv.nadeko.net/embed/jNQXAC9IVRw?autoplay=1', WATCH],
    ['https://redirect.invidious.io/jNQXAC9IVRw', WATCH],
    ['https://piped.video/watch?v=jNQXAC9IVRw&list=PL1', WATCH],
    ['https://piped.kavin.rocks/shorts/jNQXAC9IVRw', WATCH],
    ['https://www.ssyoutube.com/watch?v=jNQXAC9IVRw', WATCH],
    ['https://yt.be/jNQXAC9IVRw', WATCH],
    ['https://youtu.be/watch?v=jNQXAC9IVRw', WATCH],
    ['https://www.youtubekids.com/watch?v=jNQXAC9IVRw&hl=en', WATCH],
    ['https://www.youtube.com/?v=jNQXAC9IVRw', WATCH],
    ['https://www.youtube.com/watch_popup?v=jNQXAC9IVRw', WATCH],
    ['https://www.youtube.com/v/jNQXAC9IVRw&hl=en', WATCH],
    ['https://i.ytimg.com/vi/jNQXAC9IVRw/maxresdefault.jpg', WATCH],
    [
      `https://www.youtube.com/attribution_link?a=x&u=${enc('/watch?v=jNQXAC9IVRw&feature=share')}`,
      WATCH,
    ],
    [
      `https://www.youtube.com/redirect?event=x&q=${enc('https://vimeo.com/826026805')}`,
      'https://player.vimeo.com/video/826026805',
    ],
    [`https://www.google.com/url?sa=t&url=${enc(WATCH)}&usg=x`, WATCH],
    [`https://www.google.co.uk/url?q=${enc('https://youtu.be/jNQXAC9IVRw')}`, WATCH],
    ['https://www.google.com/amp/s/www.youtube.com/watch?v=jNQXAC9IVRw', WATCH],
    [`https://l.facebook.com/l.php?u=${enc('https://youtu.be/jNQXAC9IVRw?fbclid=1')}&h=AT1`, WATCH],
    [`https://l.instagram.com/?u=${enc(WATCH)}&e=x`, WATCH],
    [`https://out.reddit.com/t3_1?url=${enc(WATCH)}&token=x`, WATCH],
    [`https://t.me/iv?url=${enc(WATCH)}&rhash=1`, WATCH],
    [`https://nam02.safelinks.protection.outlook.com/?url=${enc(WATCH)}&data=x`, WATCH],
    [
      `https://l.facebook.com/l.php?u=${enc(`https://www.google.com/url?q=${enc('https://yewtu.be/watch?v=jNQXAC9IVRw')}`)}`,
      WATCH,
    ],
    [`https://consent.youtube.com/m?continue=${enc('https://youtu.be/jNQXAC9IVRw')}`, WATCH],
    [
      'https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2Freel%2F1195289147628387',
      'https://www.facebook.com/reel/1195289147628387',
    ],
    [
      'https://www.instagram.com/accounts/login/?next=%2Fp%2FDFQe23tOWKz%2F',
      'https://www.instagram.com/p/DFQe23tOWKz/',
    ],
    [
      'https://nitter.poast.org/a/status/1790637656616943991#m',
      'https://x.com/a/status/1790637656616943991',
    ],
    [
      'https://xcancel.com/a/status/1790637656616943991',
      'https://x.com/a/status/1790637656616943991',
    ],
    [
      'https://d.fxtwitter.com/a/status/1790637656616943991.mp4',
      'https://x.com/a/status/1790637656616943991.mp4',
    ],
    ['https://fixupx.com/a/status/1/video/2', 'https://x.com/a/status/1/video/2'],
    [
      'https://mobile.twitter.com/i/web/status/910031516746514432',
      'https://x.com/i/web/status/910031516746514432',
    ],
    [
      'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=1790637656616943991',
      'https://x.com/i/status/1790637656616943991',
    ],
    [
      'https://www.ddinstagram.com/reel/DFQe23tOWKz/',
      'https://www.instagram.com/reel/DFQe23tOWKz/',
    ],
    ['https://kkinstagram.com/p/DFQe23tOWKz/?igsh=x', 'https://www.instagram.com/p/DFQe23tOWKz/'],
    [
      'https://www.instagramez.com/user.name/reel/DFQe23tOWKz',
      'https://www.instagram.com/user.name/reel/DFQe23tOWKz',
    ],
    [
      'https://www.vxtiktok.com/@a/video/7195741644585454894',
      'https://www.tiktok.com/@a/video/7195741644585454894',
    ],
    [
      'https://tnktok.com/@a/photo/7195741644585454894',
      'https://www.tiktok.com/@a/video/7195741644585454894',
    ],
    ['https://vm.vxtiktok.com/ZTR45GpSF/', 'https://vm.tiktok.com/ZTR45GpSF/'],
    [
      'https://www.fxbilibili.com/video/BV1Gx411w7wU?p=2',
      'https://www.bilibili.com/video/BV1Gx411w7wU?p=2',
    ],
    [
      'https://player.bilibili.com/player.html?aid=1&bvid=BV1Gx411w7wU&page=3',
      'https://www.bilibili.com/video/BV1Gx411w7wU?p=3',
    ],
    [
      'https://player.bilibili.com/player.html?aid=170001&page=2',
      'https://www.bilibili.com/video/av170001?p=2',
    ],
    [
      'https://www.bilibili.com/list/ml1?oid=2&bvid=BV1Gx411w7wU',
      'https://www.bilibili.com/video/BV1Gx411w7wU',
    ],
    ['https://www.bilibili.com/list/ml1?oid=170001', 'https://www.bilibili.com/video/av170001'],
    [
      'https://www.bilibili.com/s/video/BV1Gx411w7wU',
      'https://www.bilibili.com/video/BV1Gx411w7wU',
    ],
    ['https://vimeo.com/channels/staffpicks/826026805', 'https://player.vimeo.com/video/826026805'],
    [
      'https://vimeo.com/moogaloop.swf?clip_id=826026805',
      'https://player.vimeo.com/video/826026805',
    ],
    ['https://tunein.com/embed/player/t236404354/', 'https://tunein.com/topic/?topicId=236404354'],
    [
      'https://www.tunein.com/podcasts/A/B-p1/?topicId=2',
      'https://tunein.com/podcasts/A/B-p1/?topicId=2',
    ],
    [
      'https://embed.podcasts.apple.com/us/podcast/a/id1?i=2&theme=dark',
      'https://podcasts.apple.com/us/podcast/a/id1?i=2',
    ],
    [
      'https://itunes.apple.com/us/podcast/a/id1?i=2&mt=2',
      'https://podcasts.apple.com/us/podcast/a/id1?i=2',
    ],
    [
      'https://open.spotify.com/embed/episode/7cSXcf4bJOalk8Hf9cwE57?utm_source=x',
      'https://open.spotify.com/episode/7cSXcf4bJOalk8Hf9cwE57',
    ],
    [
      'https://open.spotify.com/intl-de/episode/7cSXcf4bJOalk8Hf9cwE57',
      'https://open.spotify.com/episode/7cSXcf4bJOalk8Hf9cwE57',
    ],
  ])('are resolved from %s to %s', (url, canonical) => {
    expect(canonicalPageUrl(url)).toBe(canonical);
    expect(canonicalPageUrl(canonical)).toBe(canonical);
  });

  // Paths that only look similar, unknown targets, and lists.
  it.each([
    'https://invidious.some.example/feed/popular',
    'https://inv.some.example/watch?v=too-short',
    'https://blog.example/watch?v=jNQXAC9IVRw',
    'https://peertube.example/w/jNQXAC9IVRwjNQXAC9IVRw',
    'https://social.example/@a/status/1790637656616943991',
    'https://shop.example/p/DFQe23tOWKz/',
    'https://yt.lab.example/live/abcdefghijk',
    'https://inv.company.example/embed/our-product',
    'https://www.pipedrive.com/watch?v=jNQXAC9IVRw',
    'https://www.google.com/search?q=https://youtu.be/jNQXAC9IVRw',
    'https://www.google.com/url?q=https://a.example/x',
    'https://www.google.com/url?q=file:///etc/passwd',
    'https://l.facebook.com/l.php?u=http://127.0.0.1/',
    'https://www.google.com.evil.example/url?q=https://youtu.be/jNQXAC9IVRw',
    'https://vimeo.com/ondemand/36938/126682985',
    'https://vimeo.com/event/5116195',
    'https://vimeo.com/showcase/3253534',
    'https://vimeo.com/user170863801/review/996447483/a316d6ed8d',
    'https://www.bilibili.com/list/ml1',
    'https://itunes.apple.com/us/album/a/id1',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F1&secret_token=s-1',
  ])('are not assumed for %s', (url) => {
    expect(canonicalPageUrl(url)).toBe(url);
  });

  it.each(['https://tunein.com/embed/player/t236404354/', 'https://vm.vxtiktok.com/ZTR45GpSF/'])(
    'are followed for %s',
    (url) => {
      expect(needsFollowing(url)).toBe(true);
    },
  );

  it('are unwrapped in linear time, however deeply redirect links are nested', () => {
    let url = WATCH;
    while (url.length < 8000) {
      url = `https://www.google.com/url?q=${url}`;
    }
    expect(canonicalPageUrl(url)).toBe(WATCH);
  });
});
