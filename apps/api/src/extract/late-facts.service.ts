import { Injectable } from '@nestjs/common';
import type { SearchFacts, SearchSizes } from '@dipper/contract';
import type { Visitor } from '../infra/limits/visitor.js';
import type { Extraction } from './extraction/extraction.entity.js';
import { HeadsService } from './heads/heads.service.js';
import { newFacts } from './heads/unknown-facts.js';
import { SizesService } from './sizes/sizes.service.js';

/** Finds what an item's page does not state at its sources, after the formats have been sent. */
@Injectable()
export class LateFactsService {
  constructor(
    private readonly heads: HeadsService,
    private readonly sizes: SizesService,
  ) {}

  /**
   * The facts in the headers of files, and then the sizes that are still missing. Ends without an
   * error if a source does not respond or the visitor has left.
   * @param asked who was sent the formats, and our host for file names
   */
  async *find(
    extraction: Extraction,
    { visitor, host }: { readonly visitor: Visitor; readonly host: string },
  ): AsyncGenerator<SearchFacts | SearchSizes> {
    const found = await this.heads.find(extraction, visitor).catch(() => extraction);
    const facts = newFacts(extraction, found.source, host);
    if (facts !== null) {
      yield facts;
    }
    const sizes = await this.sizes.find(found, visitor).catch(() => []);
    if (sizes.length > 0) {
      yield { type: 'sizes', sizes };
    }
  }
}
