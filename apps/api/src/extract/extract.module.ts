import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConfigModule } from '../config/config.module.js';
import { SourceModule } from '../source/source.module.js';
import { ExtractController } from './extract.controller.js';
import { ExtractService } from './extract.service.js';
import { Extraction } from './extraction/extraction.entity.js';
import { ExtractionRepository } from './extraction/extraction.repository.js';
import { ExtractionSweep } from './extraction/extraction-sweep.js';
import { ExtractorRegistry } from './extractor-registry.js';
import { CookieCopies } from './extractors/ytdlp/cookie-copies.js';
import { SiteAccess } from './extractors/ytdlp/site-access.js';
import { YtdlpExtractor } from './extractors/ytdlp/ytdlp.extractor.js';
import { YtdlpRunner } from './extractors/ytdlp/ytdlp.runner.js';
import { GrantsService } from './grants.service.js';
import { HintsService } from './hints/hints.service.js';
import { MediaGrant } from './extraction/media-grant.entity.js';
import { OffersService } from './offers.service.js';
import { PageLinkService } from './page-link.service.js';
import { SearchService } from './search.service.js';
import { SiteGate } from './site-gate.js';
import { SizesService } from './sizes/sizes.service.js';

/** Turns a page into an honest list of formats, and remembers what it handed out. */
@Module({
  imports: [
    ConfigModule,
    DiscoveryModule,
    SourceModule,
    TypeOrmModule.forFeature([Extraction, MediaGrant]),
  ],
  controllers: [ExtractController],
  providers: [
    CookieCopies,
    ExtractionRepository,
    ExtractionSweep,
    ExtractorRegistry,
    ExtractService,
    GrantsService,
    HintsService,
    OffersService,
    PageLinkService,
    SearchService,
    SiteAccess,
    SiteGate,
    SizesService,
    YtdlpExtractor,
    YtdlpRunner,
  ],
  exports: [ExtractService, GrantsService, OffersService, PageLinkService],
})
export class ExtractModule {}
