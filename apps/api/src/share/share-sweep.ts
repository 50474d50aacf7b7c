import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ShortLinkRepository } from './short-link.repository.js';

/** Ten minutes: what a flood adds meanwhile is beyond the bound, and a table of few rows is looked at for nothing. */
const EVERY_MS = 600_000;
/** How long a link is kept after it was last made or opened, days. */
const KEPT_DAYS = 365;
/** So many are kept (8 GiB at worst): beyond, those that were not used for longest go. */
const KEPT_LINKS = 1_000_000;
/** Removed by one statement, so that nobody waits for it. */
const BATCH = 1000;

/** Removes short links that nobody uses any more. */
@Injectable()
export class ShareSweep {
  private readonly logger = new Logger(ShareSweep.name);

  constructor(private readonly links: ShortLinkRepository) {}

  @Interval(EVERY_MS)
  async regularly(): Promise<void> {
    try {
      await this.sweep();
    } catch (error) {
      this.logger.warn(
        { err: error },
        'Old short links could not be removed; next try in ten minutes',
      );
    }
  }

  /** @param kept links; tests keep fewer. */
  async sweep(kept = KEPT_LINKS, batch = BATCH): Promise<void> {
    while ((await this.links.removeUnused(KEPT_DAYS, batch)) === batch) {
      // As many as fit into one statement: there may be more.
    }
    while ((await this.links.removeBeyond(kept, batch)) === batch) {
      // The same.
    }
  }
}
