import { OEMBED_SITES, oembedUrl } from './oembed-sites.js';

describe('oembedUrl', () => {
  it.each([
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1',
      'https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ%26t%3D1',
    ],
    ['https://vimeo.com/1', 'https://vimeo.com/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F1'],
    ['https://player.vimeo.com/video/1', /^https:\/\/vimeo\.com\/api\/oembed\.json\?url=/],
    ['https://www.tiktok.com/@a/video/1', /^https:\/\/www\.tiktok\.com\/oembed\?url=/],
    ['https://x.com/a/status/1', /^https:\/\/publish\.twitter\.com\/oembed\?.*url=https%3A%2F%2Fx/],
    // This site belongs to the same platform, but has no oEmbed.
    ['https://www.douyin.com/video/1', null],
    ['https://notvimeo.com/1', null],
    ['https://evil.example/?u=https://vimeo.com/1', null],
    ['https://vimeo.com@evil.example/1', null],
    ['ftp://vimeo.com/1', null],
    ['', null],
  ])('for %s, returns the URL %s', (page, url) => {
    const found = oembedUrl(page);
    if (url === null) {
      expect(found).toBeNull();
    } else {
      expect(found).toMatch(url);
    }
  });

  it.each(OEMBED_SITES)(
    'uses an https URL on the site itself: $endpoint',
    ({ hosts, endpoint }) => {
      const { protocol, hostname } = new URL(endpoint);
      expect(protocol).toBe('https:');
      expect(hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))).toBe(true);
    },
  );
});
