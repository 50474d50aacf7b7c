import { isSameMac, macOf } from '../../infra/keys/signed.js';

/**
 * A grant lets every process of a deployment relay one picture without a lookup. It consists of its
 * expiry, an HMAC over the picture's URL, the page and the expiry, and the page itself. In a query,
 * its format is `{seconds, base 36}.{22 characters of base64url}.{page, base64url}`
 * (docs/decisions/0032).
 */
const GRANT = /^([1-9a-z][\da-z]{0,9})\.([\w-]{22})\.([\w-]*)$/;
/** 128 bits: half of SHA-256, the minimum that RFC 2104 (§5) recommends. */
const MAC_BYTES = 16;

/**
 * Grants made within one window expire together, so that a picture's URL stays the same and can be
 * cached. A grant is valid for one to two windows, and therefore no longer than the 6 h for which
 * URLs are relayed (docs/decisions/0005).
 */
const WINDOW_SECONDS = 3 * 3600;

interface GrantedPicture {
  readonly url: string;
  readonly pageUrl: string;
}

/**
 * The expiry of a grant that is made now, in whole seconds since 1970.
 * @param nowMs as from `Date.now()`
 */
export function grantEnd(nowMs: number): number {
  return (Math.floor(nowMs / 1000 / WINDOW_SECONDS) + 2) * WINDOW_SECONDS;
}

/**
 * @param endsAt seconds since 1970
 * @param key derived for this purpose only
 */
export function signPicture({ url, pageUrl }: GrantedPicture, endsAt: number, key: Buffer): string {
  const page = Buffer.from(pageUrl).toString('base64url');
  return `${endsAt.toString(36)}.${macOf([url, page, endsAt], MAC_BYTES, key)}.${page}`;
}

/**
 * The page for which a picture was granted; null if the grant has expired, is for another picture,
 * or was not issued by us. The comparison takes the same time, whatever is wrong with the
 * signature.
 * @param nowMs as from `Date.now()`
 */
export function grantedPage(url: string, grant: string, key: Buffer, nowMs: number): string | null {
  const [, end = '', mac = '', page = ''] = GRANT.exec(grant) ?? [];
  const endsAt = parseInt(end, 36);
  if (mac === '' || endsAt.toString(36) !== end) {
    return null;
  }
  const isOurs = isSameMac(mac, macOf([url, page, endsAt], MAC_BYTES, key));
  return isOurs && nowMs < endsAt * 1000 ? Buffer.from(page, 'base64url').toString() : null;
}
