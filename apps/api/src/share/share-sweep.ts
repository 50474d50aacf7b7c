import { Injectable } from '@nestjs/common';
import { inBatches } from '../infra/database/in-batches.js';
import { Sweep } from '../infra/sweeps/sweeps.js';
import { ShortLinkRepository } from './short-link.repository.js';

/**
 * Ten minutes. This limits how far a flood of links can exceed `KEPT_LINKS`; with few rows, a sweep
 * is cheap.
 */
const EVERY_MS = 600_000;
/** How long a link is kept after it was last created or opened, days. */
const KEPT_DAYS = 365;
/**
 * The maximum number of links (8 GiB in the worst case). Beyond it, the least recently used are
 * removed.
 */
const KEPT_LINKS = 1_000_000;

@Injectable()
export class ShareSweep {
  constructor(private readonly links: ShortLinkRepository) {}

  /** @param kept number of links to keep; smaller in tests */
  @Sweep({ name: 'short-links', everyMs: EVERY_MS })
  async sweep(kept = KEPT_LINKS, batch?: number): Promise<void> {
    await inBatches((limit) => this.links.removeUnused(KEPT_DAYS, limit), batch);
    await inBatches((limit) => this.links.removeBeyond(kept, limit), batch);
  }
}
