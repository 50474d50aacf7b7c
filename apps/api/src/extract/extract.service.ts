import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { setMaxListeners } from 'node:events';
import PQueue from 'p-queue';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainError } from '../infra/http/domain-error.js';
import { boundDuration } from './bound-duration.js';
import { expiresAt, freshUntil } from './extraction-lifetime.js';
import type { Extraction } from './extraction.entity.js';
import { ExtractionRepository } from './extraction.repository.js';
import { offersOf } from './formats/offers.js';
import { urlHash } from './media-url.js';
import type { PageLink } from './page-link.service.js';
import { YtdlpExtractor } from './ytdlp/ytdlp.extractor.js';

/** Extractions that may wait for each one that runs; more are told to come back. */
const WAITING_PER_SLOT = 25;
/** Answers kept in memory: the database has them too, for other processes. */
const REMEMBERED = 500;

/** Reads pages: each once, however many ask, and again only when the answer is no longer fresh. */
@Injectable()
export class ExtractService implements OnModuleDestroy {
  private readonly running = new Map<string, Promise<Extraction>>();
  private readonly remembered = new LRUCache<string, Extraction>({ max: REMEMBERED });
  private readonly slots: PQueue;
  private readonly shutdown = new AbortController();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly extractions: ExtractionRepository,
    private readonly extractor: YtdlpExtractor,
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
    return this.once(key, key, async () => {
      const stored = await this.extractions.findFresh(key, new Date());
      return stored ?? this.readPage(link, key);
    });
  }

  /** Reads a page anew whatever is remembered: its media URLs have ended. @throws DomainError */
  readAgain(link: PageLink): Promise<Extraction> {
    const key = urlHash(link.url);
    // Not the one that is under way: that may answer with what is remembered.
    return this.once(`again ${key}`, key, () => this.readPage(link, key));
  }

  onModuleDestroy(): void {
    // Those that wait are told, too: a promise that never settles would hold their requests.
    this.shutdown.abort(new DomainError('UNAVAILABLE'));
  }

  /** @param name of the work: what is under way under it is joined. */
  private once(name: string, key: string, read: () => Promise<Extraction>): Promise<Extraction> {
    const running = this.running.get(name);
    if (running !== undefined) {
      return running;
    }
    const reading = read()
      .then((extraction) => {
        this.remembered.set(key, extraction);
        return extraction;
      })
      .finally(() => this.running.delete(name));
    this.running.set(name, reading);
    return reading;
  }

  private async readPage(link: PageLink, urlKey: string): Promise<Extraction> {
    if (this.slots.size >= this.env.EXTRACT_CONCURRENCY * WAITING_PER_SLOT) {
      throw new DomainError('BUSY');
    }
    const { signal } = this.shutdown;
    const { formats, ...info } = await this.slots.add(
      () => this.extractor.extract(link.url, link.platform, signal),
      { signal },
    );
    boundDuration(info.durationSeconds ?? 0, this.env.MAX_DURATION_SECONDS);
    const offers = offersOf({ ...info, formats });
    const now = new Date();
    return this.extractions.add({
      urlKey,
      pageUrl: link.url,
      source: { info, offers },
      granted: [
        ...new Set([
          ...offers.filter(({ kind }) => kind === 'direct').map(({ main }) => urlHash(main.url)),
          ...(info.thumbnailUrl === null ? [] : [urlHash(info.thumbnailUrl)]),
        ]),
      ],
      freshUntil: freshUntil(offers, now),
      expiresAt: expiresAt(now),
    });
  }
}
