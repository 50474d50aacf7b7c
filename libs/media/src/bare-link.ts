import { detectPlatform } from './detect-platform.js';
import { linkInText } from './link-in-text.js';

/** A host with a name at its end ("be", "example", "рф", "xn--p1ai"), not a number; then maybe more. */
const WITHOUT_SCHEME =
  /^(?:\/\/)?(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+(?:\p{L}{2,24}|xn--[a-z0-9-]{1,59})(?::\d{1,5})?([/?#]\S*)?$/iu;

/** Longer than any server takes. */
const MAX_LENGTH = 8_192;

/**
 * The link that a text without `https://` is ("youtu.be/x", "www.tiktok.com/@a/video/1"), with it;
 * null where it is none. The text must be the link and nothing else, and name more than a host:
 * "hello.world" is a word as well. A known platform's host is enough.
 */
export function bareLink(text: string): string | null {
  const bare = text.trim();
  const more = bare.length > MAX_LENGTH ? null : WITHOUT_SCHEME.exec(bare);
  if (more === null) {
    return null;
  }
  const link = linkInText(`https://${bare.replace(/^\/\//, '')}`);
  return link !== null && (more[1] !== undefined || detectPlatform(link) !== null) ? link : null;
}
