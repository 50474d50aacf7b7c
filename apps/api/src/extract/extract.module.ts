import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExtractController } from './extract.controller.js';
import { ExtractService } from './extract.service.js';
import { Extraction } from './extraction.entity.js';
import { ExtractionRepository } from './extraction.repository.js';
import { ExtractionSweep } from './extraction-sweep.js';
import { GrantsService } from './grants.service.js';
import { OffersService } from './offers.service.js';
import { PageLinkService } from './page-link.service.js';
import { YtdlpExtractor } from './extractors/ytdlp/ytdlp.extractor.js';

/** Turns a page into an honest list of formats, and remembers what it handed out. */
@Module({
  imports: [TypeOrmModule.forFeature([Extraction])],
  controllers: [ExtractController],
  providers: [
    ExtractionRepository,
    ExtractionSweep,
    ExtractService,
    GrantsService,
    OffersService,
    PageLinkService,
    YtdlpExtractor,
  ],
  exports: [GrantsService, OffersService],
})
export class ExtractModule {}
