import { httpUrl, isHostOf } from '@dipper/media';

/** A site with a public oEmbed endpoint (oembed.com) that needs no key. */
interface OembedSite {
  readonly hosts: readonly string[];
  readonly endpoint: string;
}

/** Sites whose endpoint requires a token (Facebook, Instagram) are left out. */
export const OEMBED_SITES: readonly OembedSite[] = [
  {
    hosts: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    endpoint: 'https://www.youtube.com/oembed?format=json',
  },
  { hosts: ['vimeo.com'], endpoint: 'https://vimeo.com/api/oembed.json' },
  { hosts: ['tiktok.com'], endpoint: 'https://www.tiktok.com/oembed' },
  {
    hosts: ['twitter.com', 'x.com'],
    endpoint: 'https://publish.twitter.com/oembed?omit_script=true&dnt=true',
  },
  { hosts: ['soundcloud.com'], endpoint: 'https://soundcloud.com/oembed?format=json' },
  { hosts: ['spotify.com'], endpoint: 'https://open.spotify.com/oembed' },
  { hosts: ['dailymotion.com'], endpoint: 'https://www.dailymotion.com/services/oembed' },
  { hosts: ['mixcloud.com'], endpoint: 'https://app.mixcloud.com/oembed/?format=json' },
  { hosts: ['ted.com'], endpoint: 'https://www.ted.com/services/v1/oembed.json' },
  { hosts: ['reddit.com'], endpoint: 'https://www.reddit.com/oembed' },
  { hosts: ['streamable.com'], endpoint: 'https://api.streamable.com/oembed.json' },
];

/** The oEmbed URL for a page; null for a site that is not in the table. */
export function oembedUrl(pageUrl: string): string | null {
  const host = httpUrl(pageUrl)?.hostname ?? '';
  const site = OEMBED_SITES.find(({ hosts }) => hosts.some((one) => isHostOf(host, one)));
  if (site === undefined) {
    return null;
  }
  const url = new URL(site.endpoint);
  url.searchParams.set('url', pageUrl);
  return url.href;
}
