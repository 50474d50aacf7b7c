import { canonicalPageUrl, parseUrl } from '@dipper/media';

/** What an operator has blocked: one page, all pages that begin alike, or a domain. */
export interface BlockRule {
  readonly kind: 'page' | 'prefix' | 'domain';
  /** Normalized by `addressOf`, or a host name. */
  readonly value: string;
}

const HOST = /^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/;
const SHAPE =
  'must be a domain like example.com, a link like https://example.com/page, or a prefix like https://example.com/user/*';

/**
 * Parses an entry of the block list.
 * @throws Error that states the rule
 */
export function parseBlockRule(text: string): BlockRule {
  if (!/^https?:\/\//i.test(text)) {
    const host = parseUrl(`http://${text}`)?.hostname ?? '';
    if (!HOST.test(host) || /[/?#@:*\s]/.test(text)) {
      throw new Error(SHAPE);
    }
    return { kind: 'domain', value: host.replace(/^www\./, '') };
  }
  const isPrefix = text.endsWith('*');
  const url = parseUrl(isPrefix ? text.slice(0, -1) : text);
  if (url === null || /[\s*]/.test(isPrefix ? text.slice(0, -1) : text)) {
    throw new Error(SHAPE);
  }
  return isPrefix
    ? { kind: 'prefix', value: addressOf(url) }
    : { kind: 'page', value: pageOf(url.href) };
}

/**
 * The address without its scheme, "www.", port and fragment, with percent-encoded letters decoded:
 * other spellings of a link must not get past the list.
 */
function addressOf({ hostname, pathname, search }: URL): string {
  let path = pathname + search;
  try {
    path = decodeURIComponent(path);
  } catch {
    // Not UTF-8. The text as it is can still be compared.
  }
  return hostname.replace(/^www\./, '') + path;
}

/** The address of a page. Links to the same item (mirrors, mobile pages) have the same. */
function pageOf(url: string): string {
  const page = parseUrl(canonicalPageUrl(url));
  return page === null ? url : addressOf(page).replace(/\/$/, '');
}

/** The operator's block list. */
export class BlockList {
  private readonly pages = new Set<string>();
  private readonly domains = new Set<string>();
  private readonly prefixes: string[] = [];

  constructor(rules: readonly BlockRule[]) {
    for (const { kind, value } of rules) {
      if (kind === 'prefix') {
        this.prefixes.push(value);
      } else {
        (kind === 'page' ? this.pages : this.domains).add(value);
      }
    }
  }

  /** @param link any link, as pasted or canonical; '' is not blocked */
  has(link: string): boolean {
    const url = parseUrl(link);
    if (url === null) {
      return false;
    }
    const labels = url.hostname.replace(/\.$/, '').split('.');
    const addresses = [addressOf(url), pageOf(link)];
    return (
      labels.some((_, at) => this.domains.has(labels.slice(at).join('.'))) ||
      this.pages.has(pageOf(link)) ||
      this.prefixes.some((prefix) => addresses.some((address) => address.startsWith(prefix)))
    );
  }
}
