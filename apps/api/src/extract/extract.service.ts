import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainError } from '../infra/http/domain-error.js';
import type { Visitor } from '../infra/limits/visitor.js';
import { boundDuration } from '../source/bounds.js';
import { boundSource, storedLength } from './extraction/extraction-size.js';
import { expiresAt, freshUntil } from './extraction/extraction-lifetime.js';
import type { Extraction } from './extraction/extraction.entity.js';
import { ExtractionRepository } from './extraction/extraction.repository.js';
import { ExtractorRegistry } from './extractor-registry.js';
import { offersOf } from './formats/offers.js';
import { grantsOf } from './extraction/media-grants.js';
import { urlHash } from './media-url.js';
import type { PageLink } from './page-link.service.js';
import { type Place, ReadingLanes } from './reading/reading-lanes.js';
import { type Shared, SharedWork } from './reading/shared-work.js';
import type { SourceFormat, SourceInfo } from './source-info.js';

/**
 * Answers kept in memory, and the characters of JSON of all together (a process holds about twice
 * as many bytes for them): the database has them too, for other processes.
 */
const REMEMBERED = { max: 500, maxSize: 32 * 1024 * 1024 };

/** A page just read: what is kept of it, and all its formats, which are not. */
interface Reading {
  readonly extraction: Extraction;
  readonly formats: readonly SourceFormat[];
}

/** Reads pages: each once, however many ask, and again only when the answer is no longer fresh. */
@Injectable()
export class ExtractService implements OnModuleDestroy {
  private readonly lanes: ReadingLanes;
  private readonly running = new SharedWork<Extraction>(() => this.lanes.look());
  private readonly renewing = new SharedWork<Reading>(() => this.lanes.look());
  private readonly remembered = new LRUCache<string, Extraction>({
    ...REMEMBERED,
    sizeCalculation: ({ source }) => storedLength(source),
    ttlAutopurge: true,
  });

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly extractions: ExtractionRepository,
    private readonly extractors: ExtractorRegistry,
  ) {
    this.lanes = new ReadingLanes({
      lanes: env.EXTRACT_CONCURRENCY,
      limited: env.RATE_LIMIT === 'on',
    });
  }

  /**
   * What a page holds: from memory, from the database, or read now, in turn with other visitors.
   * @throws DomainError; `VisitorGone` when they left
   */
  async read(link: PageLink, visitor: Visitor): Promise<Extraction> {
    const key = urlHash(link.url);
    const remembered = this.remembered.get(key);
    if (remembered !== undefined && remembered.freshUntil > new Date()) {
      return remembered;
    }
    return this.running.join(key, visitor, async (work) => {
      // Before the database is asked: who must come back is told at once.
      const place = this.lanes.enter(work.visitors, { patient: false });
      try {
        const stored = await this.extractions.findFresh(key, new Date());
        return this.remember(stored ?? (await this.readPage(link, work, place)).extraction);
      } finally {
        place.leave();
      }
    });
  }

  /**
   * Whether a page that is not remembered would be read for a visitor now.
   * @throws DomainError BUSY
   */
  admit(visitor: Visitor): void {
    this.lanes.admit(visitor.key);
  }

  /**
   * Reads a page anew whatever is remembered: its media URLs have ended.
   * @param signal of whoever needs them.
   * @throws DomainError; the signal's reason
   */
  readAgain(link: PageLink, signal: AbortSignal): Promise<Reading> {
    const key = urlHash(link.url);
    // Merges are few and take turns among themselves: each page is a visitor of its own.
    const visitor = { key: `renewal ${key}`, gone: signal };
    // Not the one that is under way: that may answer with what is remembered.
    return this.renewing.join(key, visitor, async (work) => {
      const place = this.lanes.enter(work.visitors, { patient: true });
      try {
        const reading = await this.readPage(link, work, place);
        this.remember(reading.extraction);
        return reading;
      } finally {
        place.leave();
      }
    });
  }

  onModuleDestroy(): void {
    // Those that wait are told, too: a promise that never settles would hold their requests.
    const reason = new DomainError('UNAVAILABLE');
    this.running.end(reason);
    this.renewing.end(reason);
  }

  /** Keeps an answer in memory for as long as it is fresh. */
  private remember(extraction: Extraction): Extraction {
    const ttl = extraction.freshUntil.getTime() - Date.now();
    if (ttl > 0) {
      this.remembered.set(extraction.urlKey, extraction, { ttl });
    }
    return extraction;
  }

  private async readPage(link: PageLink, work: Shared, place: Place): Promise<Reading> {
    const { formats, ...info } = await this.readItem(link, work, place);
    boundDuration(info.durationSeconds ?? 0, this.env.MAX_DURATION_SECONDS);
    const offers = offersOf({ ...info, formats });
    const source = boundSource({ info, offers });
    const now = new Date();
    const row = {
      urlKey: urlHash(link.url),
      pageUrl: link.url,
      source,
      freshUntil: freshUntil(offers, now),
      expiresAt: expiresAt(now),
    };
    const extraction = await this.extractions.add(row, grantsOf(link.url, source));
    return { extraction, formats };
  }

  private async readItem(link: PageLink, work: Shared, place: Place): Promise<SourceInfo> {
    await place.turn(work.signal);
    work.begin();
    const found = await this.extractors.extract(link, work.signal);
    place.leave();
    if (found.kind === 'list') {
      // Nobody can pick from a list yet; a link to one of its items is read.
      throw new DomainError('UNSUPPORTED_SITE', { cause: 'the page is a list' });
    }
    return found.item;
  }
}
