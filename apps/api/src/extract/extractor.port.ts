import { DiscoveryService } from '@nestjs/core';
import type { PageLink } from './page-link.service.js';
import type { SourceInfo } from './source-info.js';

/** An item of a list, before its page has been read. */
export interface EntryRef {
  readonly url: string;
  readonly title: string;
}

/** What a page turned out to be: one item, or a list of links to items. */
export type Found =
  | { readonly kind: 'item'; readonly item: SourceInfo }
  | { readonly kind: 'list'; readonly title: string; readonly entries: readonly EntryRef[] };

/** Reads the pages of some sites. */
export interface Extractor {
  /** For logs. */
  readonly name: string;
  /** Whether this link is one of its own; no request is made for the answer. */
  canHandle(link: PageLink): boolean;
  /** @throws DomainError with the meaning of what went wrong. */
  extract(link: PageLink, signal: AbortSignal): Promise<Found>;
}

interface SiteExtractorOptions {
  /** Lower numbers are asked first; yt-dlp, which takes any link, is the last. */
  readonly order: number;
}

/** Marks a provider as an `Extractor`: any module's; it is found at the start. */
export const SiteExtractor = DiscoveryService.createDecorator<SiteExtractorOptions>();
