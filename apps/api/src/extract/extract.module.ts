import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExtractController } from './extract.controller.js';
import { ExtractService } from './extract.service.js';
import { Extraction } from './extraction/extraction.entity.js';
import { ExtractionRepository } from './extraction/extraction.repository.js';
import { ExtractionSweep } from './extraction/extraction-sweep.js';
import { ExtractorRegistry } from './extractor-registry.js';
import { YtdlpExtractor } from './extractors/ytdlp/ytdlp.extractor.js';
import { GrantsService } from './grants.service.js';
import { MediaGrant } from './extraction/media-grant.entity.js';
import { OffersService } from './offers.service.js';
import { PageLinkService } from './page-link.service.js';

/** Turns a page into an honest list of formats, and remembers what it handed out. */
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([Extraction, MediaGrant])],
  controllers: [ExtractController],
  providers: [
    ExtractionRepository,
    ExtractionSweep,
    ExtractorRegistry,
    ExtractService,
    GrantsService,
    OffersService,
    PageLinkService,
    YtdlpExtractor,
  ],
  exports: [ExtractService, GrantsService, OffersService, PageLinkService],
})
export class ExtractModule {}
