import type { SHARE_MESSAGES } from '@dipper/contract';

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

interface ShareTarget {
  readonly name: string;
  /** One of BRAND_ICONS (ui/icons/sprite-icons.ts). */
  readonly icon: string;
  /** The message shown once its tab is open. */
  readonly said: keyof typeof SHARE_MESSAGES;
  readonly address: (shared: Shared) => string;
}

/**
 * The sites to share to, each in a tab of its own, in the order of the menu (specification §7,
 * "External share targets"). For another one, add a row here, its label in i18n/{language}/share.json
 * (`ways`) and its message in SHARE_MESSAGES.
 */
export const SHARE_TARGETS = {
  twitter: {
    name: 'X',
    icon: 'x',
    said: 'openingTwitter',
    address: ({ title, url }) => address('https://twitter.com/intent/tweet', { text: title, url }),
  },
  facebook: {
    name: 'Facebook',
    icon: 'facebook',
    said: 'openingFacebook',
    address: ({ url }) => address('https://www.facebook.com/sharer/sharer.php', { u: url }),
  },
  whatsapp: {
    name: 'WhatsApp',
    icon: 'whatsapp',
    said: 'openingWhatsApp',
    address: ({ title, url }) => address('https://wa.me/', { text: `${title} ${url}` }),
  },
} as const satisfies Readonly<Record<string, ShareTarget>>;

/** Returns the link that opens an email. Its lines end in CRLF (RFC 6068). */
export function mailAddress({ title, url }: Shared): string {
  return address('mailto:', { subject: title, body: `${title}\r\n\r\n${url}` });
}
