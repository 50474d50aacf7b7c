import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainError } from '../infra/errors/domain-error.js';
import type { Visitor } from '../infra/limits/visitor.js';
import { metrics } from '../infra/metrics/metrics.js';
import type { Extraction } from './extraction/extraction.entity.js';
import { ExtractionRepository } from './extraction/extraction.repository.js';
import { ExtractionCache } from './extraction/extraction-cache.js';
import { type GrantedHint, HintsService } from './hints/hints.service.js';
import { listSource } from './extraction/list-source.js';
import { urlHash } from './media-url.js';
import type { PageLink } from './links/page-link.service.js';
import { type PageReading, PageReader } from './reading/page-reader.js';
import { WaitingVisitor } from './reading/waiting-visitor.js';
import { type ReadingClaim, ReadingClaims } from './reading/reading-claims.js';
import {
  MAX_WAIT_MS,
  type WaitKind,
  type ReadingPlace,
  ReadingTurns,
  type PlaceInLine,
} from './reading/reading-turns.js';
import { type SharedTask, SharedWork } from '../infra/shared-work.js';
import type { EntryRef } from './source-info.js';

export type ReadingNote =
  | { readonly about: 'hint'; readonly hint: GrantedHint }
  | { readonly about: 'turn'; readonly turn: PlaceInLine };

const NO_HINT: GrantedHint = {
  ...{ title: null, uploader: null, thumbnailUrl: null, thumbnailGrant: null },
};

type Work = SharedTask<ReadingNote>;

/**
 * Reads pages: once for all visitors who request the same page at the same time, and again only
 * after the cached result has expired.
 */
@Injectable()
export class ExtractService implements OnModuleInit, OnModuleDestroy {
  private readonly turns: ReadingTurns;
  private readonly running = new SharedWork<Extraction, ReadingNote>(() => this.turns.dispatch());
  private readonly renewing = new SharedWork<PageReading, ReadingNote>(() => this.turns.dispatch());
  private readonly cache = new ExtractionCache();
  private unwatch: (() => void)[] = [];

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly extractions: ExtractionRepository,
    private readonly reader: PageReader,
    private readonly hints: HintsService,
    private readonly claims: ReadingClaims,
  ) {
    this.turns = new ReadingTurns({
      slots: env.EXTRACT_CONCURRENCY,
      limited: env.RATE_LIMIT === 'on',
    });
  }

  onModuleInit(): void {
    this.unwatch = [
      metrics.watch('dipper_pages', () =>
        Object.entries(this.turns.counts).map(([state, value]) => ({ labels: { state }, value })),
      ),
      metrics.watchValue('dipper_page_slots', () => this.env.EXTRACT_CONCURRENCY),
    ];
  }

  /**
   * Returns the contents of a page: from the cache, from the database, or by reading the page,
   * taking turns with other visitors.
   * @param watch receives hints and the place in line, unless the result is cached; a visitor who
   * watches may have to wait longer
   * @throws DomainError; `VisitorLeft` if the visitor has left
   */
  async read(
    link: PageLink,
    visitor: Visitor,
    watch?: (note: ReadingNote) => void,
  ): Promise<Extraction> {
    const key = urlHash(link.url);
    const cached = this.cache.get(key, new Date());
    if (cached !== null) {
      return cached;
    }
    const patience = watch === undefined ? 'reply' : 'watched';
    const ms = this.env.RATE_LIMIT === 'on' ? MAX_WAIT_MS[patience] : Infinity;
    const patient = new WaitingVisitor(visitor, ms, () => this.turns.late());
    const onNote = (note: ReadingNote): void => {
      if (note.about === 'turn' && note.turn === null) {
        patient.stay();
      }
      watch?.(note);
    };
    try {
      const read = (work: Work): Promise<Extraction> => this.findOrRead(link, work, patience);
      return await this.running.join(key, patient, read, onNote);
    } finally {
      patient.stay();
    }
  }

  /**
   * Like `read`, but for an entry of a list. The run that needs the entry waits without a time
   * limit.
   * @param signal aborted together with that run
   * @throws DomainError; the signal's reason
   */
  async readEntry(link: PageLink, signal: AbortSignal): Promise<Extraction> {
    const key = urlHash(link.url);
    // Each page counts as a separate visitor, so that runs take turns with visitors.
    const visitor = { key: `entry ${key}`, gone: signal };
    const read = (work: Work): Promise<Extraction> => this.findOrRead(link, work, 'renewal');
    return this.cache.get(key, new Date()) ?? this.running.join(key, visitor, read);
  }

  /**
   * Checks whether an uncached page could be read for this visitor now.
   * @throws DomainError BUSY
   */
  admit(visitor: Visitor, patience: WaitKind): void {
    this.turns.admit(visitor.key, patience);
  }

  /**
   * Stores pasted links as a list. If the same links were stored a moment ago, returns that list.
   * @param entries limited in number; none of their pages has been read
   */
  async keepPasted(entries: readonly EntryRef[]): Promise<Extraction> {
    // The key contains spaces, so it can't be equal to the URL of a page.
    const key = `pasted ${entries.map(({ url }) => url).join(' ')}`;
    const cached = this.cache.get(urlHash(key), new Date());
    if (cached !== null) {
      return cached;
    }
    const found = { kind: 'list', title: '', uploader: null, thumbnailUrl: null } as const;
    const source = listSource({ ...found, entries, total: null }, '');
    const extraction = await this.reader.keep('', source, key);
    this.cache.keep(extraction, new Date());
    return extraction;
  }

  /** Updates the cached result with facts that were learned after the page was read. */
  replace(extraction: Extraction): void {
    this.cache.replace(extraction, new Date());
  }

  /**
   * Reads a page again without the cache, because its media URLs have expired.
   * @param signal aborted together with the merge that needs the URLs
   * @throws DomainError; the signal's reason
   */
  readAgain(link: PageLink, signal: AbortSignal): Promise<PageReading> {
    const key = urlHash(link.url);
    // There are few merges, and they take turns, because each page counts as a separate visitor.
    const visitor = { key: `renewal ${key}`, gone: signal };
    // Don't join `running`, because its result may come from the cache.
    return this.renewing.join(key, visitor, async (work) => {
      const place = this.turns.enter(work.visitors, 'renewal');
      try {
        await place.turn(work.signal);
        work.begin();
        // The task counts its own outcome, for its own visitor.
        const unknown = { signal: work.signal, visitors: new Set<string>() };
        const reading = await this.reader.read(link, unknown, () => place.leave());
        this.cache.keep(reading.extraction, new Date());
        return reading;
      } finally {
        place.leave();
      }
    });
  }

  onModuleDestroy(): void {
    this.unwatch.forEach((stop) => stop());
    // Reject now, because a promise that never settles would keep the requests of waiting visitors
    // open.
    const reason = new DomainError('UNAVAILABLE');
    this.running.end(reason);
    this.renewing.end(reason);
  }

  private async findOrRead(link: PageLink, work: Work, patience: WaitKind): Promise<Extraction> {
    // Take a place in line before querying the database, because BUSY must be cheap.
    const place = this.turns.enter(work.visitors, patience, (turn) =>
      work.publish('turn', { about: 'turn', turn }),
    );
    const over = new AbortController();
    try {
      const stored = await this.extractions.findFresh(urlHash(link.url), new Date());
      if (stored === null && patience === 'watched') {
        this.publishHints(link, work, over.signal);
      }
      const extraction = stored ?? (await this.readOnce(link, work, place));
      this.cache.keep(extraction, new Date());
      return extraction;
    } finally {
      place.leave();
      over.abort();
    }
  }

  /**
   * Publishes hints while the page is read. The read never waits for them. @param over aborted when
   * the read ends
   */
  private publishHints(link: PageLink, work: Work, over: AbortSignal): void {
    const publish = (hint: GrantedHint): void => work.publish('hint', { about: 'hint', hint });
    publish(NO_HINT);
    void this.hints.find(link, AbortSignal.any([over, work.signal])).then((hint) => {
      if (hint !== null && !over.aborted) {
        publish(hint);
      }
    });
  }

  /**
   * Reads a page, or waits for another process that is reading it. Waiting needs no slot, because
   * it costs this process nothing.
   */
  private async readOnce(link: PageLink, work: Work, first: ReadingPlace): Promise<Extraction> {
    const claim = this.claims.open(urlHash(link.url));
    for (let place = first; ; place = this.turns.enter(work.visitors, 'renewal')) {
      try {
        await place.turn(work.signal);
        if (await claim.take()) {
          return await this.readClaimed(link, { work, place, claim });
        }
        place.leaveUnused();
      } finally {
        place.leave();
      }
      const id = await claim.outcome(work.signal);
      const found = id === null ? null : await this.extractions.find(id, new Date());
      if (found !== null) {
        return found;
      }
    }
  }

  private async readClaimed(
    link: PageLink,
    { work, place, claim }: { work: Work; place: ReadingPlace; claim: ReadingClaim },
  ): Promise<Extraction> {
    try {
      work.signal.throwIfAborted();
      work.begin(() => claim.isWanted());
      // Another process may have read the page while this process waited for a slot.
      const meanwhile = claim.isShared
        ? await this.extractions.findFresh(urlHash(link.url), new Date())
        : null;
      if (meanwhile !== null) {
        place.leaveUnused();
      }
      const read = (): Promise<PageReading> => this.reader.read(link, work, () => place.leave());
      const extraction = meanwhile ?? (await read()).extraction;
      // Not awaited, so that visitors don't have to wait for Redis.
      void claim.end({ id: extraction.id });
      return extraction;
    } catch (error) {
      void claim.end({ error });
      throw error;
    }
  }
}
