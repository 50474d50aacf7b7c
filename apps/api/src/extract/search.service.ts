import { Injectable } from '@nestjs/common';
import { API, type ListInfo, type SearchEvent, type VideoInfo } from '@dipper/contract';
import { platformName } from '@dipper/media';
import { DomainError } from '../infra/errors/domain-error.js';
import { toDomainError } from '../infra/errors/to-domain-error.js';
import type { JsonLines } from '../infra/http/reply/json-lines.js';
import { reportFailure } from '../infra/http/reply/report-failure.js';
import { type Visitor, VisitorLeft } from '../infra/limits/visitor.js';
import { ExtractService, type ReadingNote } from './extract.service.js';
import type { Extraction } from './extraction/extraction.entity.js';
import { OffersService } from './offers/offers.service.js';
import { type PageLink, PageLinkService } from './links/page-link.service.js';
import type { WaitKind } from './reading/reading-turns.js';
import { SiteGate } from './links/site-gate.js';
import { storableText } from './extractors/storable-text.js';
import type { EntryRef } from './source-info.js';
import { LateFactsService } from './late-facts/late-facts.service.js';
import { measureSearch } from './search-metrics.js';

interface SearchQuery {
  /** A link, or a share message that contains one. */
  readonly text: string;
  readonly host: string;
  readonly visitor: Visitor;
}

/**
 * Turns the text that a visitor has pasted into a list of formats, as one reply or as a stream of
 * events.
 */
@Injectable()
export class SearchService {
  constructor(
    private readonly links: PageLinkService,
    private readonly extract: ExtractService,
    private readonly offers: OffersService,
    private readonly late: LateFactsService,
    private readonly gate: SiteGate,
  ) {}

  /** @throws DomainError; `VisitorLeft` if the visitor has left */
  reply(asked: SearchQuery): Promise<VideoInfo | ListInfo> {
    return measureSearch(asked.text, async (search) => {
      const link = await this.linkOf(asked, 'reply');
      search.leadsTo(link.url);
      return this.answer(await this.extract.read(link, asked.visitor), link, asked);
    });
  }

  /**
   * Streams hints and the place in line while the page is read, then the result, and then the
   * missing facts and sizes.
   * @throws the errors of `reply` until the first line; later failures are sent as a line
   */
  async stream(asked: SearchQuery, lines: JsonLines<SearchEvent>): Promise<void> {
    try {
      const { extraction, answer } = await this.watched(asked, lines);
      if ('kind' in answer) {
        lines.write({ type: 'list', list: answer });
        return;
      }
      lines.write({ type: 'result', info: answer });
      for await (const late of this.late.find(extraction, asked)) {
        lines.write(late);
      }
    } catch (thrown) {
      if (!lines.hasBegun) {
        throw thrown;
      }
      this.sendFailure(thrown, lines);
    } finally {
      if (lines.hasBegun) {
        lines.end();
      }
    }
  }

  private watched(
    asked: SearchQuery,
    lines: JsonLines<SearchEvent>,
  ): Promise<{ extraction: Extraction; answer: VideoInfo | ListInfo }> {
    return measureSearch(asked.text, async (search) => {
      const link = await this.linkOf(asked, 'watched');
      search.leadsTo(link.url);
      const extraction = await this.extract.read(link, asked.visitor, (note) =>
        lines.writeLatest(eventOf(note, link)),
      );
      return { extraction, answer: this.answer(extraction, link, asked) };
    });
  }

  /**
   * Makes a list from pasted links. No page is read; each link is checked when a visitor chooses
   * it. Invalid links stay on the list, because the visitor would miss them.
   * @throws DomainError of the first link if all of them are invalid
   */
  async pasted(links: readonly string[], host: string): Promise<ListInfo> {
    const read = links.map((text) => this.entryOf(text, host));
    if (read.every(({ error }) => error !== null)) {
      throw read[0]?.error ?? new DomainError('URL_REQUIRED');
    }
    const extraction = await this.extract.keepPasted(read.map(({ entry }) => entry));
    return this.listOf(extraction, () => true);
  }

  private entryOf(text: string, host: string): { entry: EntryRef; error: DomainError | null } {
    const nothing = { title: null, thumbnailUrl: null, uploader: null, durationSeconds: null };
    const entry = { id: '', ...nothing, kind: 'media' as const };
    try {
      return { entry: { ...entry, url: this.links.keep(text, host) }, error: null };
    } catch (thrown) {
      return { entry: { ...entry, url: storableText(text.trim()) }, error: toDomainError(thrown) };
    }
  }

  /**
   * Makes the reply for one visitor. Checks the site again, because domains share reads, and any
   * page may show an item from a site that is switched off.
   * @throws DomainError PLATFORM_OFF
   */
  private answer(
    extraction: Extraction,
    { list }: PageLink,
    { host }: SearchQuery,
  ): VideoInfo | ListInfo {
    const { source } = extraction;
    this.gate.pass(source.info.pageUrl, host);
    return (source.list ?? null) === null
      ? this.offers.reply(extraction, host, list)
      : this.listOf(
          extraction,
          ({ url, kind }) => kind === 'picture' || !this.gate.isOff(url, host),
        );
  }

  private listOf(extraction: Extraction, shows: (entry: EntryRef) => boolean): ListInfo {
    const list = this.offers.listReply(extraction, shows);
    if (list === null) {
      throw new DomainError('PLATFORM_OFF');
    }
    return list;
  }

  private async linkOf(
    { text, host, visitor }: SearchQuery,
    patience: WaitKind,
  ): Promise<PageLink> {
    const admit = (): void => this.extract.admit(visitor, patience);
    return this.links.resolve(text, host, { gone: visitor.gone, admit });
  }

  private sendFailure(thrown: unknown, lines: JsonLines<SearchEvent>): void {
    if (thrown instanceof VisitorLeft) {
      return;
    }
    const error = reportFailure(thrown, API.search);
    const { retryAfterSeconds: retry_after = null } = error;
    lines.write({ type: 'error', ...error.toReply(), retry_after });
  }
}

function eventOf(note: ReadingNote, link: PageLink): SearchEvent {
  if (note.about === 'turn') {
    return note.turn === null ? { type: 'reading' } : { type: 'waiting', ...note.turn };
  }
  const { title, uploader, thumbnailUrl: thumbnail_url, thumbnailGrant } = note.hint;
  return {
    ...{ type: 'hint', platform: platformName(link.url), title, uploader },
    thumbnail_url,
    thumbnail_grant: thumbnailGrant,
  };
}
