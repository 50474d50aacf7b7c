import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { setMaxListeners } from 'node:events';
import PQueue from 'p-queue';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainError } from '../infra/http/domain-error.js';
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
import type { SourceFormat, SourceInfo } from './source-info.js';

/** Extractions that may wait for each one that runs; more are told to come back. */
const WAITING_PER_SLOT = 25;
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
  private readonly running = new Map<string, Promise<Extraction>>();
  private readonly renewing = new Map<string, Promise<Reading>>();
  private readonly remembered = new LRUCache<string, Extraction>({
    ...REMEMBERED,
    sizeCalculation: ({ source }) => storedLength(source),
    ttlAutopurge: true,
  });
  private readonly slots: PQueue;
  private readonly shutdown = new AbortController();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly extractions: ExtractionRepository,
    private readonly extractors: ExtractorRegistry,
  ) {
    this.slots = new PQueue({ concurrency: env.EXTRACT_CONCURRENCY });
    // Everything that waits listens to it.
    setMaxListeners(0, this.shutdown.signal);
  }

  /** What a page holds: from memory, from the database, or read now. @throws DomainError */
  read(link: PageLink): Promise<Extraction> {
    const key = urlHash(link.url);
    const remembered = this.remembered.get(key);
    if (remembered !== undefined && remembered.freshUntil > new Date()) {
      return Promise.resolve(remembered);
    }
    return once(this.running, key, async () => {
      const stored = await this.extractions.findFresh(key, new Date());
      return this.remember(stored ?? (await this.readPage(link, key)).extraction);
    });
  }

  /** Reads a page anew whatever is remembered: its media URLs have ended. @throws DomainError */
  readAgain(link: PageLink): Promise<Reading> {
    const key = urlHash(link.url);
    // Not the one that is under way: that may answer with what is remembered.
    return once(this.renewing, key, async () => {
      const reading = await this.readPage(link, key);
      this.remember(reading.extraction);
      return reading;
    });
  }

  onModuleDestroy(): void {
    // Those that wait are told, too: a promise that never settles would hold their requests.
    this.shutdown.abort(new DomainError('UNAVAILABLE'));
  }

  /** Keeps an answer in memory for as long as it is fresh. */
  private remember(extraction: Extraction): Extraction {
    const ttl = extraction.freshUntil.getTime() - Date.now();
    if (ttl > 0) {
      this.remembered.set(extraction.urlKey, extraction, { ttl });
    }
    return extraction;
  }

  private async readPage(link: PageLink, urlKey: string): Promise<Reading> {
    if (this.slots.size >= this.env.EXTRACT_CONCURRENCY * WAITING_PER_SLOT) {
      throw new DomainError('BUSY');
    }
    const { formats, ...info } = await this.readItem(link);
    boundDuration(info.durationSeconds ?? 0, this.env.MAX_DURATION_SECONDS);
    const offers = offersOf({ ...info, formats });
    const source = boundSource({ info, offers });
    const now = new Date();
    const row = {
      urlKey,
      pageUrl: link.url,
      source,
      freshUntil: freshUntil(offers, now),
      expiresAt: expiresAt(now),
    };
    const extraction = await this.extractions.add(row, grantsOf(link.url, source));
    return { extraction, formats };
  }

  private async readItem(link: PageLink): Promise<SourceInfo> {
    const { signal } = this.shutdown;
    const extractor = this.extractors.for(link);
    const found = await this.slots.add(() => extractor.extract(link, signal), { signal });
    if (found.kind === 'list') {
      // Nobody can pick from a list yet; a link to one of its items is read.
      throw new DomainError('UNSUPPORTED_SITE', { cause: 'the page is a list' });
    }
    return found.item;
  }
}

/** Does a work for a key, or joins the one that is under way. */
function once<T>(
  running: Map<string, Promise<T>>,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const found = running.get(key);
  if (found !== undefined) {
    return found;
  }
  const begun = work().finally(() => running.delete(key));
  running.set(key, begun);
  return begun;
}
