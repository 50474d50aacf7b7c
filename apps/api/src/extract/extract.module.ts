import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConfigModule } from '../config/config.module.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { HealthModule } from '../infra/health/health.module.js';
import { SourceModule } from '../source/source.module.js';
import { EntriesService } from './entries.service.js';
import { ExtractService } from './extract.service.js';
import { Extraction } from './extraction/extraction.entity.js';
import { ExtractionRepository } from './extraction/extraction.repository.js';
import { ExtractorRegistry } from './extractors/extractor-registry.js';
import { CookieCopies } from './extractors/ytdlp/access/cookie-copies.js';
import { SiteAccess } from './extractors/ytdlp/access/site-access.js';
import { AppleShowExtractor } from './extractors/apple-podcasts/apple-show.extractor.js';
import { ApplePodcastsExtractor } from './extractors/apple-podcasts/apple-podcasts.extractor.js';
import { CastboxExtractor } from './extractors/castbox/castbox.extractor.js';
import { FeedClient } from './extractors/feed/feed-client.js';
import { FeedExtractor } from './extractors/feed/feed.extractor.js';
import { ItunesClient } from './extractors/itunes/itunes-client.js';
import { LizhiExtractor } from './extractors/lizhi/lizhi.extractor.js';
import { PageClient } from './extractors/page/page-client.js';
import { PlayerfmExtractor } from './extractors/playerfm/playerfm.extractor.js';
import { SpotifyExtractor } from './extractors/spotify/spotify.extractor.js';
import { XiaoyuzhouExtractor } from './extractors/xiaoyuzhou/xiaoyuzhou.extractor.js';
import { InstalledYtdlp } from './extractors/ytdlp/program/installed-ytdlp.js';
import { DailyUpdate } from './extractors/ytdlp/update/daily-update.js';
import { YtdlpExtractor } from './extractors/ytdlp/ytdlp.extractor.js';
import { YtdlpReport } from './extractors/ytdlp/ytdlp.report.js';
import { YtdlpRunner } from './extractors/ytdlp/run/ytdlp.runner.js';
import { GrantsService } from './offers/grants.service.js';
import { HintsService } from './hints/hints.service.js';
import { MediaGrant } from './extraction/media-grant.entity.js';
import { LateFactsService } from './late-facts/late-facts.service.js';
import { OffersService } from './offers/offers.service.js';
import { PageLinkService } from './links/page-link.service.js';
import { PageReader } from './reading/page-reader.js';
import { ReadingClaims } from './reading/reading-claims.js';
import { SearchService } from './search.service.js';
import { SiteGate } from './links/site-gate.js';

const OWN = [
  ApplePodcastsExtractor,
  AppleShowExtractor,
  CastboxExtractor,
  FeedClient,
  FeedExtractor,
  ItunesClient,
  LizhiExtractor,
  PageClient,
  PlayerfmExtractor,
  SpotifyExtractor,
  XiaoyuzhouExtractor,
];

/** Turns a link into a list of formats, and records which URLs were issued. */
@Module({
  imports: [
    ConfigModule,
    DiscoveryModule,
    HealthModule,
    SourceModule,
    TypeOrmModule.forFeature([Extraction, MediaGrant]),
  ],
  providers: [
    CookieCopies,
    DailyUpdate,
    EntriesService,
    ExtractionRepository,
    ExtractorRegistry,
    ExtractService,
    GrantsService,
    HintsService,
    InstalledYtdlp,
    LateFactsService,
    OffersService,
    PageLinkService,
    PageReader,
    {
      provide: ReadingClaims,
      inject: [ENV],
      useFactory: ({ REDIS_URL }: Env) => new ReadingClaims(REDIS_URL),
    },
    SearchService,
    SiteAccess,
    SiteGate,
    YtdlpExtractor,
    YtdlpReport,
    YtdlpRunner,
    ...OWN,
  ],
  // Extractors in other modules use the first three.
  exports: [
    ...[FeedClient, ItunesClient, PageClient],
    EntriesService,
    ExtractService,
    GrantsService,
    OffersService,
    PageLinkService,
    SearchService,
  ],
})
export class ExtractModule {}
