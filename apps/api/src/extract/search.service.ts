import { Injectable, Logger } from '@nestjs/common';
import { API, type SearchEvent, type VideoInfo } from '@dipper/contract';
import { platformName } from '@dipper/media';
import { logFailure, toDomainError } from '../infra/http/domain-error.filter.js';
import type { JsonLines } from '../infra/http/json-lines.js';
import { type Visitor, VisitorGone } from '../infra/limits/visitor.js';
import { ExtractService, type ReadingNote } from './extract.service.js';
import type { Extraction } from './extraction/extraction.entity.js';
import { OffersService } from './offers/offers.service.js';
import { type PageLink, PageLinkService } from './links/page-link.service.js';
import type { Patience } from './reading/reading-lanes.js';
import { SiteGate } from './links/site-gate.js';
import { SizesService } from './sizes/sizes.service.js';

/** A search as it was asked. */
export interface Asked {
  /** A link, or a share message with one in it. */
  readonly text: string;
  /** The Host header. */
  readonly host: string;
  readonly visitor: Visitor;
}

/** From what a visitor pasted to the list of formats: as one reply, or as a stream of events. */
@Injectable()
export class SearchService {
  private readonly logger = new Logger('Errors');

  constructor(
    private readonly links: PageLinkService,
    private readonly extract: ExtractService,
    private readonly offers: OffersService,
    private readonly sizes: SizesService,
    private readonly gate: SiteGate,
  ) {}

  /** @throws DomainError; `VisitorGone` when they left */
  async reply(asked: Asked): Promise<VideoInfo> {
    const link = await this.linkOf(asked, 'reply');
    return this.listOf(await this.extract.read(link, asked.visitor), asked);
  }

  /**
   * Streams hints and the place in line while the page is read, the list, and missing sizes.
   * @throws like `reply` before the first line; later failures are sent as a line.
   */
  async stream(asked: Asked, lines: JsonLines<SearchEvent>): Promise<void> {
    try {
      const link = await this.linkOf(asked, 'watched');
      const extraction = await this.extract.read(link, asked.visitor, (note) =>
        lines.writeLatest(eventOf(note, link)),
      );
      lines.write({ type: 'result', info: this.listOf(extraction, asked) });
      const sizes = await this.sizes.find(extraction, asked.visitor).catch(() => []);
      if (sizes.length > 0) {
        lines.write({ type: 'sizes', sizes });
      }
    } catch (thrown) {
      if (!lines.hasBegun) {
        throw thrown;
      }
      this.tellFailure(thrown, lines);
    } finally {
      if (lines.hasBegun) {
        lines.end();
      }
    }
  }

  /**
   * The list for one visitor. Readings are shared between domains, and any page may turn out to show
   * an item of a site that is off.
   * @throws DomainError PLATFORM_OFF
   */
  private listOf(extraction: Extraction, { host }: Asked): VideoInfo {
    this.gate.pass(extraction.source.info.pageUrl, host);
    return this.offers.reply(extraction, host);
  }

  private async linkOf({ text, host, visitor }: Asked, patience: Patience): Promise<PageLink> {
    const admit = (): void => this.extract.admit(visitor, patience);
    return this.links.resolve(text, host, { gone: visitor.gone, admit });
  }

  private tellFailure(thrown: unknown, lines: JsonLines<SearchEvent>): void {
    if (thrown instanceof VisitorGone) {
      return;
    }
    const error = toDomainError(thrown);
    logFailure(this.logger, { error, thrown, path: API.search });
    const { retryAfterSeconds: retry_after = null } = error;
    lines.write({ type: 'error', ...error.toReply(), retry_after });
  }
}

function eventOf(note: ReadingNote, link: PageLink): SearchEvent {
  if (note.about === 'turn') {
    return note.turn === null ? { type: 'reading' } : { type: 'waiting', ...note.turn };
  }
  const { title, thumbnailUrl: thumbnail_url, uploader } = note.hint;
  return { type: 'hint', platform: platformName(link.url), title, thumbnail_url, uploader };
}
