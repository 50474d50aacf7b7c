import type { ErrorCode } from '@dipper/contract';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { EgressService } from '../../infra/egress/egress.service.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { SourceStream } from '../../source/client/source-stream.js';
import { type Extractor, type ExtractedPage, SiteExtractor } from './extractor.port.js';
import type { PageLink } from '../links/page-link.service.js';

/** Failures of one extractor after which another may succeed. All other codes describe the item. */
const WORTH_ANOTHER: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'EXTRACT_FAILED',
  'EXTRACTOR_MISSING',
  'NO_MEDIA',
  'SOURCE_BLOCKED',
  'SOURCE_FAILED',
  'SOURCE_RATE_LIMITED',
  'SOURCE_TIMEOUT',
  'UNSUPPORTED_SITE',
]);

/**
 * Finds the extractors: all providers that are marked `@SiteExtractor()`. To add one, list it in a
 * module's providers (`OWN` in extract.module.ts; docs/extending.md), not here.
 */
@Injectable()
export class ExtractorRegistry implements OnModuleInit {
  private readonly logger = new Logger(ExtractorRegistry.name);
  private all: readonly Extractor[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly egress: EgressService,
  ) {}

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

  /**
   * Reads a page with the first extractor that handles its link. If that fails for a reason that
   * may not apply to others (`WORTH_ANOTHER`), tries the next ones.
   * @throws DomainError UNSUPPORTED_SITE if no extractor handles the link; otherwise the first
   * failure that is about the item itself, or else the first failure; the signal's reason
   */
  async extract(link: PageLink, signal: AbortSignal): Promise<ExtractedPage> {
    let failure: unknown = new DomainError('UNSUPPORTED_SITE');
    let isFirst = true;
    const asked = this.all.filter((one) => one.canHandle(link));
    for (const extractor of asked) {
      try {
        return this.reachable(await extractor.extract(link, signal));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof DomainError && WORTH_ANOTHER.has(error.code))) {
          throw error;
        }
        if (extractor !== asked.at(-1)) {
          this.noteFailure(extractor, link, error);
        }
        failure = isFirst ? error : failure;
        isFirst = false;
      }
    }
    throw failure;
  }

  /**
   * Drops formats and pictures at URLs that we never request: private addresses, unusual ports, our
   * own host. They would fail, and visitors must not see such URLs.
   * @throws DomainError ADDRESS_NOT_ALLOWED if no format is left
   */
  private reachable(found: ExtractedPage): ExtractedPage {
    if (found.kind === 'list') {
      return found;
    }
    const { item } = found;
    const formats = item.formats.filter((format) => this.isReachable(format));
    if (formats.length === 0 && item.formats.length > 0) {
      throw new DomainError('ADDRESS_NOT_ALLOWED', { cause: 'all of its media URLs' });
    }
    const { thumbnailUrl, pictures } = item;
    return {
      ...found,
      item: {
        ...item,
        formats,
        thumbnailUrl: thumbnailUrl !== null && this.isAllowed(thumbnailUrl) ? thumbnailUrl : null,
        ...(pictures && { pictures: pictures.filter((url) => this.isAllowed(url)) }),
      },
    };
  }

  private isReachable({ url, segments }: SourceStream): boolean {
    // A manifest lists thousands of segments, but most of them are on the same host.
    const origins = new Set(segments?.map((segment) => new URL(segment).origin));
    return [url, ...[...origins].map((origin) => `${origin}/`)].every((address) =>
      this.isAllowed(address),
    );
  }

  private isAllowed(url: string): boolean {
    return this.egress.check(url).ok;
  }

  /**
   * Logs a failure, because it is the first sign that a site has changed. Visitors still get the
   * result of the next extractor.
   */
  private noteFailure({ name }: Extractor, { url }: PageLink, { code, cause }: DomainError): void {
    this.logger.warn({
      msg: 'An extractor failed; trying the next one',
      extractor: name,
      host: new URL(url).hostname,
      code,
      cause: cause instanceof Error ? cause.name : cause,
    });
  }
}
