import { DiscoveryService } from '@nestjs/core';
import type { PageLink } from '../links/page-link.service.js';
import type { EntryRef, SourceInfo } from '../source-info.js';

/** What a page turned out to be: one item, or a list of links to items. */
export type Found = { readonly kind: 'item'; readonly item: SourceInfo } | FoundList;

/** A list as a page has it, unchecked (`boundList`). */
export interface FoundList {
  readonly kind: 'list';
  readonly title: string;
  readonly uploader: string | null;
  readonly thumbnailUrl: string | null;
  /** Newest first, where they have dates. */
  readonly entries: readonly EntryRef[];
  /** How many the source has; null when it does not say. */
  readonly total: number | null;
}

/** Reads the pages of some sites. */
export interface Extractor {
  /** For logs. */
  readonly name: string;
  /** Whether this link is one of its own; no request is made for the answer. */
  canHandle(link: PageLink): boolean;
  /**
   * @param signal aborted when nobody waits for the answer any more.
   * @throws DomainError with the meaning of what went wrong; after one that is about us and not
   *   about the item (`ExtractorRegistry`), the next extractor that takes the link is asked.
   */
  extract(link: PageLink, signal: AbortSignal): Promise<Found>;
}

/** Where yt-dlp stands: extractors of single sites before it, what stands in when it fails after it. */
export const YTDLP_ORDER = 100;

interface SiteExtractorOptions {
  /** Lower numbers are asked first; yt-dlp, which takes any link, has `YTDLP_ORDER`. */
  readonly order: number;
}

/** Marks a provider as an `Extractor`: any module's; it is found at the start. */
export const SiteExtractor = DiscoveryService.createDecorator<SiteExtractorOptions>();
