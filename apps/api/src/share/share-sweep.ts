import { Injectable } from '@nestjs/common';
import { inBatches } from '../infra/database/in-batches.js';
import { Sweep } from '../infra/sweeps/sweeps.js';
import { ShortLinkRepository } from './short-link.repository.js';

/** Ten minutes: what a flood adds meanwhile is beyond the bound, and a table of few rows is looked at for nothing. */
const EVERY_MS = 600_000;
/** How long a link is kept after it was last made or opened, days. */
const KEPT_DAYS = 365;
/** So many are kept (8 GiB at worst): beyond, those that were not used for longest go. */
const KEPT_LINKS = 1_000_000;

/** Removes short links that nobody uses any more. */
@Injectable()
export class ShareSweep {
  constructor(private readonly links: ShortLinkRepository) {}

  /** @param kept links; tests keep fewer. */
  @Sweep({ name: 'short-links', everyMs: EVERY_MS })
  async sweep(kept = KEPT_LINKS, batch?: number): Promise<void> {
    await inBatches((limit) => this.links.removeUnused(KEPT_DAYS, limit), batch);
    await inBatches((limit) => this.links.removeBeyond(kept, limit), batch);
  }
}
