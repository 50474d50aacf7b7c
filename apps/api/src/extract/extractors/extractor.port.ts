import { DiscoveryService } from '@nestjs/core';
import type { PageLink } from '../links/page-link.service.js';
import type { EntryRef, SourceInfo } from '../source-info.js';

export type ExtractedPage = { readonly kind: 'item'; readonly item: SourceInfo } | ExtractedList;

/** A list as it was found on a page. Its size is not limited yet (`listSource` does that). */
export interface ExtractedList {
  readonly kind: 'list';
  readonly title: string;
  readonly uploader: string | null;
  readonly thumbnailUrl: string | null;
  /** Newest first, if the entries have dates. */
  readonly entries: readonly EntryRef[];
  readonly total: number | null;
}

export interface Extractor {
  readonly name: string;
  /** True if the extractor handles this link. Decided without a request. */
  canHandle(link: PageLink): boolean;
  /**
   * Reads a page.
   * @param signal aborted when nobody is waiting for the result anymore
   * @throws DomainError with a code for what went wrong. Unless the code is a fact about the item
   * (`ExtractorRegistry`), the next extractor that handles the link is tried.
   */
  extract(link: PageLink, signal: AbortSignal): Promise<ExtractedPage>;
}

/**
 * The position of yt-dlp in the order of extractors. Site extractors come before it, and fallbacks
 * for its failures come after it.
 */
export const YTDLP_ORDER = 100;

interface SiteExtractorOptions {
  /** Lower numbers are tried first. yt-dlp, which handles any link, is at `YTDLP_ORDER`. */
  readonly order: number;
}

/**
 * Marks a provider in any module as an `Extractor`. The registry collects these providers at
 * startup.
 */
export const SiteExtractor = DiscoveryService.createDecorator<SiteExtractorOptions>();
