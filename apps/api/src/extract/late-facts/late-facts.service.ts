import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { SearchFacts, SearchSizes } from '@dipper/contract';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { Visitor } from '../../infra/limits/visitor.js';
import { SourceClient } from '../../source/client/source-client.js';
import { type MediaHead, readMediaHead } from '../../source/head/media-head.js';
import type { Extraction } from '../extraction/extraction.entity.js';
import { ExtractionRepository } from '../extraction/extraction.repository.js';
import { ExtractService } from '../extract.service.js';
import { believableBytes } from '../formats/sizes.js';
import { askSize } from './ask-size.js';
import { StreamQuestion } from './stream-question.js';
import { newFacts, streamsToRead, withHeads } from './unknown-facts.js';
import { newSizes, streamsToAsk, withSizes } from './unknown-sizes.js';

/**
 * Asks the sources of an item for the facts that its page does not state, after the formats have
 * been sent.
 */
@Injectable()
export class LateFactsService implements OnModuleDestroy {
  private readonly heads: StreamQuestion<MediaHead>;
  private readonly sizes: StreamQuestion<number>;

  constructor(client: SourceClient, extract: ExtractService, extractions: ExtractionRepository) {
    const rows = {
      client,
      replace: (extraction: Extraction): void => extract.replace(extraction),
    };
    this.heads = new StreamQuestion(rows, {
      about: 'The duration and the resolution',
      streams: streamsToRead,
      ask: async (...stream) => {
        const head = await readMediaHead(...stream);
        return head === null || believableBytes(head.sizeBytes) === null ? null : head;
      },
      isEnough: ({ seconds }) => seconds !== null,
      fill: withHeads,
      store: (extraction) => extractions.updateWithNames(extraction),
      atOnce: { ofPage: 1, inAll: 8 },
      // Short, because a visitor who cuts a clip may be waiting.
      timeoutMs: 3000,
    });
    this.sizes = new StreamQuestion(rows, {
      about: 'The sizes',
      streams: ({ offers }) => streamsToAsk(offers),
      ask: askSize,
      isEnough: () => false,
      fill: (source, sizes) => ({ ...source, offers: withSizes(source.offers, sizes) }),
      store: ({ id, source }) => extractions.update({ id, source }),
      atOnce: { ofPage: 4, inAll: 16 },
      // Under load, some lists stay without sizes.
      timeoutMs: 10_000,
    });
  }

  /**
   * The facts in the headers of files, and then the sizes that are still missing. Ends without an
   * error if a source does not respond or the visitor has left.
   * @param asked who was sent the formats, and our host for file names
   */
  async *find(
    extraction: Extraction,
    { visitor, host }: { readonly visitor: Visitor; readonly host: string },
  ): AsyncGenerator<SearchFacts | SearchSizes> {
    const found = await this.withHeads(extraction, visitor);
    const facts = newFacts(extraction, found.source, host);
    if (facts !== null) {
      yield facts;
    }
    const sized = await this.sizes.ask(found, visitor).catch(() => found);
    const sizes = newSizes(found.source.offers, sized.source.offers);
    if (sizes.length > 0) {
      yield { type: 'sizes', sizes };
    }
  }

  /**
   * Adds to an extraction what its page does not state but the headers of its files do: the item's
   * duration, and the resolution of its only video. Returns it unchanged if they reveal nothing.
   */
  withHeads(extraction: Extraction, visitor: Visitor): Promise<Extraction> {
    return this.heads.ask(extraction, visitor).catch(() => extraction);
  }

  onModuleDestroy(): void {
    this.heads.end(new DomainError('UNAVAILABLE'));
    this.sizes.end(new DomainError('UNAVAILABLE'));
  }
}
