import { defaultDomainConfig } from '@dipper/contract';
import { resolve } from '../resolve.js';
import { sitemapIndexXml, sitemapLanguages, sitemapPages, sitemapXml } from './sitemap.js';

const posts = ['b-2', 'a-1'];

const config = defaultDomainConfig('dipper.example');

describe('sitemapPages', () => {
  it('lists 24 pages and the posts, with landing pages after the home page', () => {
    const paths = sitemapPages(config, { languages: ['en'], posts });
    expect(paths).toHaveLength(24 + 2);
    expect(paths.slice(-2)).toEqual(['/blog/b-2', '/blog/a-1']);
    expect(paths.slice(0, 3)).toEqual(['/', '/youtube-downloader', '/tiktok-downloader']);
    expect(paths).toContain('/podcast-downloader');
    const signedIn = { ...config, authentication_enabled: true };
    expect(sitemapPages(signedIn, { languages: ['en'], posts })).toEqual(paths);
  });

  it('lists each page in each language, but not in pseudo-locales', () => {
    const languages = ['en', 'de', 'zh-Hans', 'en-XA', 'ar-XB'];
    const paths = sitemapPages(config, { languages, posts });
    expect(paths.slice(0, 4)).toEqual(['/', '/de', '/zh-Hans', '/youtube-downloader']);
    expect(paths).toHaveLength(3 * 26);
    paths.forEach((path) =>
      expect(resolve(path, config, { languages, posts })).toMatchObject({
        status: 200,
        indexable: true,
        canonical: path,
      }),
    );
  });

  it('lists the pages of one language', () => {
    const offered = { languages: ['en', 'de', 'en-XA'], posts };
    expect(sitemapLanguages(offered)).toEqual(['en', 'de']);
    const [english, german] = sitemapLanguages(offered).map((it) =>
      sitemapPages(config, offered, it),
    );
    expect(english).toEqual(sitemapPages(config, { languages: ['en'], posts }));
    expect(german?.slice(0, 2)).toEqual(['/de', '/de/youtube-downloader']);
    expect(german).toHaveLength(26);
  });

  it('omits disabled platforms', () => {
    const supportedPlatforms = config.supportedPlatforms
      .filter(({ id }) => id !== 'vimeo')
      .map((platform) => ({ ...platform, enabled: platform.id !== 'apple-podcasts' }));
    const all = sitemapPages(config, { languages: ['en'], posts });
    const some = sitemapPages({ ...config, supportedPlatforms }, { languages: ['en'], posts });
    expect(all.filter((path) => !some.includes(path))).toEqual([
      ...['/vimeo-downloader', '/apple-podcasts-downloader', '/podcast-downloader'],
    ]);
  });
});

it('writes a sitemap of sitemaps', () => {
  expect(sitemapIndexXml('https://a.example', ['/sitemap-en.xml'])).toContain(
    '<sitemap><loc>https://a.example/sitemap-en.xml</loc></sitemap>',
  );
});

describe('sitemapXml', () => {
  it('writes absolute, escaped URLs', () => {
    const xml = sitemapXml('https://a.example&"\'', ['/', '/x?a=1&b=<c>']);
    expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://')).toBe(
      true,
    );
    expect([...xml.matchAll(/<loc>(.*)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'https://a.example&amp;&quot;&apos;/',
      'https://a.example&amp;&quot;&apos;/x?a=1&amp;b=&lt;c&gt;',
    ]);
    expect(xml).not.toContain('lastmod');
    expect(xml.endsWith('</urlset>\n')).toBe(true);
  });

  it('adds the date of the last change if it is known', () => {
    const xml = sitemapXml('https://a.example', ['/', '/blog'], new Map([['/blog', '2026-11-02']]));
    expect(xml).toContain('<loc>https://a.example/</loc></url>');
    expect(xml).toContain('<loc>https://a.example/blog</loc><lastmod>2026-11-02</lastmod></url>');
  });
});
