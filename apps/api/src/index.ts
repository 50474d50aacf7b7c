/**
 * The public entry of the server, for modules from outside it (docs/extending.md). Also import
 * Nest's decorators from here, because the built server contains its own copy of Nest.
 */
export {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Inject,
  Injectable,
  Logger,
  Module,
  type OnModuleDestroy,
  type OnModuleInit,
  Param,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';

export type { Extension } from './app.module.js';
export { runServer } from './run-server.js';

// Reading pages
export { EntriesService } from './extract/entries.service.js';
export { ExtractModule } from './extract/extract.module.js';
export {
  type ExtractedPage,
  type Extractor,
  SiteExtractor,
  YTDLP_ORDER,
} from './extract/extractors/extractor.port.js';
export { FeedClient } from './extract/extractors/feed/feed-client.js';
export { ItunesClient } from './extract/extractors/itunes/itunes-client.js';
export { type EpisodeFacts, episodeInfo } from './extract/extractors/page/episode-info.js';
export { PageClient, requestsFor } from './extract/extractors/page/page-client.js';
export type { PageLink } from './extract/links/page-link.service.js';
export type { SourceFormat, SourceInfo } from './extract/source-info.js';

// Making files
export { CheckedFiles } from './make/checked/checked-files.js';
export type { FilePlan, Streams } from './make/file-plan.js';
export { MakeModule } from './make/make.module.js';
export { FileMaker, type Made, type MakeContext, type Maker } from './make/maker.port.js';
export type { AnyRecipe } from './make/recipe.js';

// Tasks
export { MergeEvents } from './merge/merge-events.js';
export { MergeModule } from './merge/merge.module.js';
export { MergeService } from './merge/merge.service.js';
export { Visitors } from './merge/visitors.js';
export { KnownTasksService } from './merge/task/known-tasks.service.js';

// Everything else
export { AuthModule } from './auth/auth.module.js';
export { AuthGuard, OptionalAuthGuard } from './auth/auth.guard.js';
export { DomainError } from './infra/errors/domain-error.js';
export { HealthModule } from './infra/health/health.module.js';
export { Readiness } from './infra/health/readiness.js';
export { Idempotent } from './infra/idempotency/idempotent.js';
export { Limited } from './infra/limits/limited.js';
export { type Visitor } from './infra/limits/visitor.js';
export { CurrentVisitor } from './infra/principal/current-visitor.js';
export { CurrentPrincipal, type Principal } from './infra/principal/principal.js';
export { Scope } from './infra/principal/scope.js';
export { FILE_STORE, type FileStore } from './infra/storage/file-store.port.js';
export { Sweep } from './infra/sweeps/sweeps.js';
