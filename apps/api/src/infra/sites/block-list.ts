import { parseUrl } from '@dipper/media';
import { addressOf, hostOf, pageAddressesOf, spellingsOf } from './block-address.js';

/** What an operator has blocked: one page, all pages with a prefix, or a domain. */
interface BlockRule {
  readonly kind: 'page' | 'prefix' | 'domain';
  /** Addresses normalized by `addressOf`, or a host name. One of them must match. */
  readonly values: readonly string[];
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
    return { kind: 'domain', values: [hostOf(host)] };
  }
  const isPrefix = text.endsWith('*');
  const url = parseUrl(isPrefix ? text.slice(0, -1) : text);
  if (url === null || /[\s*]/.test(isPrefix ? text.slice(0, -1) : text)) {
    throw new Error(SHAPE);
  }
  return isPrefix
    ? { kind: 'prefix', values: prefixesOf(url) }
    : { kind: 'page', values: pageAddressesOf(url.href).slice(0, 1) };
}

/**
 * Returns a prefix in its written and its canonical form. A canonical URL that is shorter because
 * it lacks a query or a path would block too much, so only the written form is then used.
 */
function prefixesOf(url: URL): string[] {
  const isSafe = ({ pathname }: URL): boolean => url.search === '' && pathname !== '/';
  return [url, ...spellingsOf(url).filter(isSafe)].map((one) => addressOf(one).toLowerCase());
}

/** The operator's block list. */
export class BlockList {
  private readonly pages = new Set<string>();
  private readonly domains = new Set<string>();
  private readonly prefixes: string[] = [];

  constructor(rules: readonly BlockRule[]) {
    for (const { kind, values } of rules) {
      if (kind === 'prefix') {
        this.prefixes.push(...values);
      } else {
        values.forEach((value) => (kind === 'page' ? this.pages : this.domains).add(value));
      }
    }
  }

  /** @param link any link, as pasted or canonical; '' is never blocked */
  has(link: string): boolean {
    // Each search asks several times, and most lists are empty.
    const isEmpty = this.pages.size + this.domains.size + this.prefixes.length === 0;
    const url = isEmpty ? null : parseUrl(link);
    if (url === null) {
      return false;
    }
    const spellings = spellingsOf(url);
    return (
      spellings.some(({ hostname }) => this.hasDomain(hostOf(hostname))) ||
      pageAddressesOf(link).some((one) => this.pages.has(one)) ||
      spellings
        .map((one) => addressOf(one).toLowerCase())
        .some((one) => this.prefixes.some((prefix) => one.startsWith(prefix)))
    );
  }

  private hasDomain(host: string): boolean {
    const labels = host.split('.');
    return labels.some((_, at) => this.domains.has(labels.slice(at).join('.')));
  }
}
