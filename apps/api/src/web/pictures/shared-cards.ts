import { Injectable, Logger } from '@nestjs/common';
import type { PictureParts } from '@dipper/site';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { DomainError } from '../../infra/errors/domain-error.js';
import { toDomainError } from '../../infra/errors/to-domain-error.js';
import { jpegOf } from '../../infra/pictures/jpeg-of.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import type { SharedThumbnail } from '../../share/shared-thumbnails.js';
import { CARD } from './card.js';
import { drawCatch } from './catch-card.js';
import { rasterize } from './rasterize.js';

/** Maximum size of the cached cards in bytes; about 150 cards. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** A thumbnail may change at its source, or be removed there. */
const KEPT_MS = 60 * 60_000;
/** A source that failed may recover, but must not be queried for each request. */
const FAILED_MS = 5 * 60_000;
/** This is much smaller than a thumbnail may be, so that one entry cannot fill the cache. */
const MAX_BYTES = 1024 * 1024;
/** The longest side of a thumbnail on a card, with some room for sharpness, in pixels. */
const MAX_SIDE = 840;
/** How many thumbnails are fetched at the same time. Fetching is mostly waiting for a source. */
const FETCHED_AT_ONCE = 10;
/** How many cards are drawn at the same time. Each takes two runs of ffmpeg, about 0.2 s. */
const DRAWN_AT_ONCE = 2;
const MAX_WAITING = 25;

/** The card for a key; null if none can be made. */
interface Card {
  readonly jpeg: Buffer | null;
}

/**
 * Makes the cards of shared items, which show the thumbnail on the brand's card
 * (docs/decisions/0057). Thumbnails are fetched through the egress guard and decoded in a separate
 * process. The cards are cached for a while.
 */
@Injectable()
export class SharedCards {
  private readonly logger = new Logger('Cards');
  private readonly fetching = new PQueue({ concurrency: FETCHED_AT_ONCE });
  private readonly drawing = new PQueue({ concurrency: DRAWN_AT_ONCE });
  private readonly cards = new LRUCache<string, Card, () => Promise<Card>>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ jpeg }, key) => (jpeg?.length ?? 0) + key.length,
    // Everyone who asks in the meantime gets the same card, even if it is too large to be kept.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: make, options }) => {
      if (this.fetching.size + this.drawing.size >= MAX_WAITING) {
        throw new DomainError('BUSY');
      }
      const card = await make();
      options.ttl = card.jpeg === null ? FAILED_MS : KEPT_MS;
      return card;
    },
  });

  constructor(private readonly programs: ProgramsService) {}

  /**
   * Returns the card with this thumbnail, as a JPEG; null if the thumbnail can't be fetched or decoded.
   * @param look identifies `parts`: the domain and the version of its configuration
   * @throws DomainError BUSY
   */
  async card(
    thumbnail: SharedThumbnail,
    look: string,
    parts: () => Promise<PictureParts>,
  ): Promise<Buffer | null> {
    const key = JSON.stringify([look, thumbnail.url]);
    const make = (): Promise<Card> => this.make(thumbnail, parts);
    return (await this.cards.forceFetch(key, { context: make })).jpeg;
  }

  private async make(
    thumbnail: SharedThumbnail,
    parts: () => Promise<PictureParts>,
  ): Promise<Card> {
    const program = this.programs.find('ffmpeg');
    if (program === null) {
      return this.without('MUXER_MISSING');
    }
    const fetched = await this.fetching.add(() => thumbnail.read()).catch(codeOf);
    if (typeof fetched === 'string') {
      return this.without(fetched);
    }
    const jpeg = await this.drawing.add(async () => {
      const print = await jpegOf(program, fetched, { maxSide: MAX_SIDE, maxBytes: MAX_BYTES });
      if (print === null) {
        return null;
      }
      const png = await rasterize(await drawCatch(await parts(), print));
      return jpegOf(program, png, { maxSide: CARD.width, maxBytes: MAX_BYTES });
    });
    return jpeg === null ? this.without('NOT_MEDIA') : { jpeg };
  }

  /**
   * Records why a card is missing.
   * @param code logged instead of the URL, which is the visitor's private data
   */
  private without(code: string): Card {
    this.logger.log(
      `The preview image for a short link could not be made (${code}); sending the site's own image`,
    );
    return { jpeg: null };
  }
}

/** The code of an expected failure. @throws the error if it is a bug of ours */
function codeOf(error: unknown): string {
  const { code } = toDomainError(error);
  if (code === 'INTERNAL') {
    throw error;
  }
  return code;
}
