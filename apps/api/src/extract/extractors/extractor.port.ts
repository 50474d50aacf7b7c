import { DiscoveryService } from '@nestjs/core';
import type { PageLink } from '../links/page-link.service.js';
import type { EntryRef, SourceInfo } from '../source-info.js';

/** The contents of a page: one item, or a list of links to items. */
export type ExtractedPage = { readonly kind: 'item'; readonly item: SourceInfo } | ExtractedList;

/** A list as found on a page, not yet bounded (`listSource` does that). */
export interface ExtractedList {
  readonly kind: 'list';
  readonly title: string;
  readonly uploader: string | null;
  readonly thumbnailUrl: string | null;
  /** Newest first, if they have dates. */
  readonly entries: readonly EntryRef[];
  /** How many the source has; null when unknown. */
  readonly total: number | null;
}

/** Reads the pages of some sites. */
export interface Extractor {
  /** For logs. */
  readonly name: string;
  /** Whether it handles this link; decided without a request. */
  canHandle(link: PageLink): boolean;
  /**
   * @param signal aborted when nobody waits for the answer any more.
   * @throws DomainError with a code for what went wrong; if it isn't a fact about the item
   *   (`ExtractorRegistry`), the next extractor that handles the link is tried.
   */
  extract(link: PageLink, signal: AbortSignal): Promise<ExtractedPage>;
}

/** yt-dlp's place: site extractors come before it, fallbacks for its failures after it. */
export const YTDLP_ORDER = 100;

interface SiteExtractorOptions {
  /** Lower numbers are tried first; yt-dlp, which handles any link, has `YTDLP_ORDER`. */
  readonly order: number;
}

/** Marks a provider of any module as an `Extractor`; the registry collects them at startup. */
export const SiteExtractor = DiscoveryService.createDecorator<SiteExtractorOptions>();
