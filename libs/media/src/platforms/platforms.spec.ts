import { readFileSync } from 'node:fs';
import { PLATFORM_IDS, PLATFORMS } from './platforms.js';
import { detectPlatform, mediaTypeOf, platformName, siteName } from './detect-platform.js';

interface Sample {
  platform: string;
  url: string;
}
const samples = (name: string): Sample[] =>
  JSON.parse(readFileSync(`test/fixtures/${name}.json`, 'utf8')) as Sample[];

/**
 * Mirrors, front ends and raw media hosts in yt-dlp's samples. They are not the site's own hosts.
 */
const FOREIGN_HOSTS = /\.onion|twimg\.com|vid\.plus|zwearz\.com|invidio/;
/** The platform names in yt-dlp's sample list that differ from ours. */
const OURS: Readonly<Record<string, string>> = {
  douyin: 'tiktok',
  applepodcasts: 'apple-podcasts',
};

describe('the platform table', () => {
  it('has one row per id, in order', () => {
    expect(PLATFORMS.map(({ id }) => id)).toEqual([...PLATFORM_IDS]);
  });

  it('has thirteen platforms with a landing page', () => {
    expect(PLATFORMS.filter(({ landing }) => landing)).toHaveLength(13);
  });

  it('has five podcast platforms', () => {
    expect(PLATFORMS.filter(({ podcast }) => podcast).map(({ id }) => id)).toEqual([
      'apple-podcasts',
      'tunein',
      'playerfm',
      'castbox',
      'xiaoyuzhou',
    ]);
  });

  it('allows long filenames for seven platforms', () => {
    const long = PLATFORMS.filter(({ fileTitleLimit }) => fileTitleLimit === 100);
    expect(long.map(({ id }) => id)).toEqual([
      'bilibili',
      'xiaohongshu',
      'apple-podcasts',
      'xiaoyuzhou',
      'ximalaya',
      'lizhi',
      'qingting',
    ]);
  });

  it('accepts share messages on two platforms', () => {
    const taking = PLATFORMS.filter(({ shareMessages }) => shareMessages).map(({ id }) => id);
    expect(taking).toEqual(['bilibili', 'xiaohongshu']);
  });

  it('has only short links that are recognized as links to their platform', () => {
    for (const { id, shortHosts, shortPaths } of PLATFORMS) {
      for (const address of [...shortHosts, ...shortPaths]) {
        expect([address, detectPlatform(`https://${address}`)?.id]).toEqual([address, id]);
      }
    }
  });
});

describe('detectPlatform', () => {
  it('recognizes every sample URL', () => {
    const known = samples('urls').map(({ platform, url }) => ({ url, platform }));
    expect(known.length).toBeGreaterThan(50);
    expect(known.map(({ url }) => ({ url, platform: detectPlatform(url)?.id }))).toEqual(known);
  });

  it("recognizes yt-dlp's own sample URLs", () => {
    const known = samples('ytdlp-urls')
      .filter(({ url }) => /^https?:/.test(url) && !FOREIGN_HOSTS.test(url))
      .map(({ platform, url }) => ({ url, platform: OURS[platform] ?? platform }));
    expect(known.length).toBeGreaterThan(300);
    expect(known.map(({ url }) => ({ url, platform: detectPlatform(url)?.id }))).toEqual(known);
  });

  it.each([
    'https://netflix.com/watch/1',
    'https://www.netflix.com/x.com',
    'https://example.org/?u=https://www.youtube.com/watch?v=jNQXAC9IVRw',
    'https://www.youtube.com@example.org/watch?v=jNQXAC9IVRw',
    'https://youtube.com.example.org/',
    'https://notyoutube.com/',
    'https://reddit.co/r/videos',
    'https://apple.com/podcasts.apple.com',
    'ftp://youtube.com/x',
    'javascript:location="https://youtube.com"',
    'youtube.com/watch?v=jNQXAC9IVRw',
    '',
  ])('does not recognize %j', (url) => {
    expect(detectPlatform(url)).toBeNull();
  });

  it.each([
    ['HTTPS://WWW.YOUTUBE.COM/watch?v=jNQXAC9IVRw', 'youtube'],
    ['https://youtube.com./watch?v=jNQXAC9IVRw', 'youtube'],
    ['  https://x.com/a/status/1  ', 'twitter'],
  ])('recognizes %j as %s', (url, id) => {
    expect(detectPlatform(url)?.id).toBe(id);
  });
});

describe('platformName', () => {
  it.each([
    ['https://youtu.be/jNQXAC9IVRw', 'YouTube'],
    ['https://podcasts.apple.com/us/podcast/id1?i=2', 'Apple Podcasts'],
    ['https://www.rednote.com/explore/1', 'Xiaohongshu (rednote)'],
    ['https://example.org/', 'Unknown Platform'],
  ])('of %s returns %j', (url, name) => {
    expect(platformName(url)).toBe(name);
  });
});

describe('siteName', () => {
  it.each([
    ['https://youtu.be/jNQXAC9IVRw', 'YouTube'],
    ['https://www.example.org:8443/a', 'example.org'],
    ['https://media.example.org/a', 'media.example.org'],
    ['not a link', null],
  ])('of %s returns %j', (url, name) => {
    expect(siteName(url)).toBe(name);
  });
});

describe('mediaTypeOf', () => {
  it.each([
    ['https://castbox.fm/ep/1', false, 'podcast'],
    ['https://castbox.fm/ep/1', true, 'podcast'],
    ['https://soundcloud.com/a/b', true, 'audio'],
    ['https://soundcloud.com/a/b', false, 'video'],
    ['https://example.org/a', true, 'audio'],
    ['https://example.org/a', false, 'video'],
  ])('of %s (audio only: %s) returns %s', (url, isAudio, type) => {
    expect(mediaTypeOf(url, isAudio)).toBe(type);
  });
});
