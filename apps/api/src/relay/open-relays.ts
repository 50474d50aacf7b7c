import { parseUrl } from '@dipper/media';
import { DomainError } from '../infra/errors/domain-error.js';
import { OpenCounts } from '../infra/limits/open-counts.js';

/**
 * How many replies from one media host a visitor may have open. This is a quarter of the
 * connections that all visitors share (`CONNECTIONS` in infra/egress), and far more than the players
 * of a household need.
 */
export const MOST_OPEN = 32;
/** We can't know when one of the visitor's replies will end, so this is just a short wait. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Keeps one visitor from holding all connections to a media host, by reading many replies slowly.
 * Counted in this process, which holds the connections.
 */
export class OpenRelays {
  private readonly open = new OpenCounts();

  /**
   * Counts a reply.
   * @param visitor `Principal.key`
   * @param url of the media
   * @returns a function to call once, when the reply has ended
   * @throws DomainError RATE_LIMITED
   */
  add(visitor: string, url: string): () => void {
    const one = `${visitor} ${parseUrl(url)?.host ?? ''}`;
    if (this.open.of(one) >= MOST_OPEN) {
      throw new DomainError('RATE_LIMITED', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    return this.open.add(one);
  }
}
