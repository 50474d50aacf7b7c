import { Injectable, Logger } from '@nestjs/common';
import type { PictureParts } from '@dipper/site';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { DomainError } from '../../infra/errors/domain-error.js';
import { toDomainError } from '../../infra/http/reply/domain-error.filter.js';
import { jpegOf } from '../../infra/pictures/jpeg-of.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import type { SharedThumbnail } from '../../share/shared-thumbnails.js';
import { CARD } from './card.js';
import { drawCatch } from './draw-card.js';
import { rasterize } from './rasterize.js';

/** Maximum size of the cached cards in bytes; about 150 cards. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** A thumbnail may change at its source, or be removed there. */
const KEPT_MS = 60 * 60_000;
/** A source that failed may recover, but must not be asked for each request. */
const FAILED_MS = 5 * 60_000;
/** Much smaller than a thumbnail may be, so that one entry cannot fill the cache. */
const MAX_BYTES = 1024 * 1024;
/** The longest side of a thumbnail on a card, with some room for sharpness, in pixels. */
const MAX_SIDE = 840;
/** Thumbnails that are fetched at the same time. Most of that time is spent waiting for a source. */
const FETCHED_AT_ONCE = 10;
/** Cards that are drawn at the same time. Each takes two runs of ffmpeg, about 0.2 s. */
const DRAWN_AT_ONCE = 2;
const MAX_WAITING = 25;

/** What was made for a key; null if no card can be made. */
interface Made {
  readonly jpeg: Buffer | null;
}

/**
 * Makes the cards of shared items: their thumbnails, fetched through the egress guard and decoded in
 * a separate process, on the brand's card (docs/decisions/0057). Keeps them for a while.
 */
@Injectable()
export class SharedCards {
  private readonly logger = new Logger('Cards');
  private readonly kept = new LRUCache<string, Made>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ jpeg }, key) => (jpeg?.length ?? 0) + key.length,
  });
  private readonly making = new Map<string, Promise<Made>>();
  private readonly fetching = new PQueue({ concurrency: FETCHED_AT_ONCE });
  private readonly drawing = new PQueue({ concurrency: DRAWN_AT_ONCE });

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
    const known = this.kept.get(key) ?? this.making.get(key);
    if (known !== undefined) {
      return (await known).jpeg;
    }
    if (this.fetching.size + this.drawing.size >= MAX_WAITING) {
      throw new DomainError('BUSY');
    }
    const made = this.make(thumbnail, parts);
    this.making.set(key, made);
    try {
      const card = await made;
      this.kept.set(key, card, { ttl: card.jpeg === null ? FAILED_MS : KEPT_MS });
      return card.jpeg;
    } finally {
      this.making.delete(key);
    }
  }

  private async make(
    thumbnail: SharedThumbnail,
    parts: () => Promise<PictureParts>,
  ): Promise<Made> {
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

  /** Says why a card is missing. @param code only, because URLs are the visitors' own business */
  private without(code: string): Made {
    this.logger.log(`A shared thumbnail could not be shown (${code}); sending the site's own card`);
    return { jpeg: null };
  }
}

/** The code of an expected failure. @throws the error if it is a mistake of ours */
function codeOf(error: unknown): string {
  const { code } = toDomainError(error);
  if (code === 'INTERNAL') {
    throw error;
  }
  return code;
}
