import { detectPlatform } from '../platforms/detect-platform.js';
import { linkInText } from './link-in-text.js';

/**
 * A host that ends in a name ("be", "example", "рф", "xn--p1ai") and not in a number, with an
 * optional path.
 */
const WITHOUT_SCHEME =
  /^(?:\/\/)?(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+(?:\p{L}{2,24}|xn--[a-z0-9-]{1,59})(?::\d{1,5})?([/?#]\S*)?$/iu;

/**
 * An IPv4 address or the local computer with a port ("127.0.0.1:4994/a.mp4"). The port
 * distinguishes it from a calculation or a date. Such servers rarely have a certificate, so the
 * link gets `http://`.
 */
const ADDRESS_WITH_PORT = /^(?:\/\/)?(?:(?:\d{1,3}\.){3}\d{1,3}|localhost):\d{1,5}(?:[/?#]\S*)?$/i;

/** This is longer than any link that a server accepts. */
const MAX_LENGTH = 8_192;

/**
 * Adds `https://` to a text that is a link without it ("youtu.be/x", "www.tiktok.com/@a/video/1"),
 * or `http://` to an address with a port ("127.0.0.1:4994/a.mp4"); null for any other text. The
 * text must consist only of the link. It must have more than a host, unless the host belongs to a
 * known platform, because "hello.world" may be just words.
 */
export function bareLink(text: string): string | null {
  const bare = text.trim();
  if (bare.length <= MAX_LENGTH && ADDRESS_WITH_PORT.test(bare)) {
    return linkInText(`http://${bare.replace(/^\/\//, '')}`);
  }
  const more = bare.length > MAX_LENGTH ? null : WITHOUT_SCHEME.exec(bare);
  if (more === null) {
    return null;
  }
  const link = linkInText(`https://${bare.replace(/^\/\//, '')}`);
  return link !== null && (more[1] !== undefined || detectPlatform(link) !== null) ? link : null;
}
