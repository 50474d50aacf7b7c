import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DomainError } from '../infra/http/domain-error.js';
import { type Extractor, SiteExtractor } from './extractor.port.js';
import type { PageLink } from './page-link.service.js';

/** All extractors, in the order they are asked. */
@Injectable()
export class ExtractorRegistry implements OnModuleInit {
  private all: readonly Extractor[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    this.all = this.discovery
      .getProviders({ metadataKey: SiteExtractor.KEY })
      .map((provider) => ({
        order: this.discovery.getMetadataByDecorator(SiteExtractor, provider)?.order ?? 0,
        extractor: provider.instance as Extractor,
      }))
      .sort((a, b) => a.order - b.order)
      .map(({ extractor }) => extractor);
  }

  /** The first that takes a link. @throws DomainError UNSUPPORTED_SITE */
  for(link: PageLink): Extractor {
    const found = this.all.find((extractor) => extractor.canHandle(link));
    if (found === undefined) {
      throw new DomainError('UNSUPPORTED_SITE');
    }
    return found;
  }
}
