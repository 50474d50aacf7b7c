interface Shared {
  /** Shortened to fit a message. */
  readonly title: string;
  /** The short link. */
  readonly url: string;
}

function address(base: string, query: Readonly<Record<string, string>>): string {
  // Not URLSearchParams, because mail programs show its plus signs instead of spaces.
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `${base}?${pairs.join('&')}`;
}

/** URLs for sharing a link (specification §7, "External share targets"). */
export const SHARE_URLS = {
  twitter: ({ title, url }: Shared) =>
    address('https://twitter.com/intent/tweet', { text: title, url }),
  facebook: ({ url }: Shared) => address('https://www.facebook.com/sharer/sharer.php', { u: url }),
  whatsapp: ({ title, url }: Shared) => address('https://wa.me/', { text: `${title} ${url}` }),
  // RFC 6068: body lines end in CRLF.
  email: ({ title, url }: Shared) =>
    address('mailto:', { subject: title, body: `${title}\r\n\r\n${url}` }),
} as const;
