import { Injectable } from '@nestjs/common';
import type { ListInfo, VideoInfo } from '@dipper/contract';
import { detectPlatform, platformName, UNKNOWN_PLATFORM } from '@dipper/media';
import { type KeyRing, Keys, readWithAny } from '../../infra/keys/keys.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { linkTrace } from '../../infra/tracing/tracing.js';
import { ExtractService } from '../extract.service.js';
import type { Extraction } from '../extraction/extraction.entity.js';
import type { ListTarget } from '../list-target.js';
import { ExtractionRepository } from '../extraction/extraction.repository.js';
import type { OfferedFormat } from '../formats/offer.js';
import { isAudioAddress } from '../formats/media-extension.js';
import { toFormat } from '../formats/to-format.js';
import { urlHash } from '../media-url.js';
import { sameStream } from '../formats/same-stream.js';
import type { EntryRef, SourceFormat, SourceInfo } from '../source-info.js';
import { LateFactsService } from '../late-facts/late-facts.service.js';
import { itemSeconds } from '../late-facts/unknown-facts.js';
import { GrantsService } from './grants.service.js';
import { mintTaskId, OF_LIST, readTaskId, type TaskTarget } from './task-id.js';

/**
 * True for an entry that is audio, judging by its list, its platform or its name. The page of the
 * entry has not been read.
 */
function isAudioEntry({ kind, url, isAudio }: EntryRef): boolean {
  const known = isAudio ?? (detectPlatform(url)?.kind === 'audio' || isAudioAddress(url));
  return kind === 'media' && known;
}

/**
 * Gives visitors the rows of an extraction with task ids, and resolves task ids for the code that
 * makes files.
 */
@Injectable()
export class OffersService {
  private readonly keys: KeyRing;

  constructor(
    keys: Keys,
    private readonly extractions: ExtractionRepository,
    private readonly extract: ExtractService,
    private readonly grants: GrantsService,
    private readonly late: LateFactsService,
  ) {
    this.keys = keys.for('task id');
  }

  /**
   * Makes the reply for one visitor, with fresh task ids.
   * @param host our host, for file names
   * @param listUrl the URL of the list that the link also refers to
   */
  reply(
    { id, pageUrl, source: { info, offers } }: Extraction,
    host: string,
    listUrl: string | null = null,
  ): VideoInfo {
    const platform = detectPlatform(pageUrl);
    const origin = { platform, title: info.title };
    const pictureUrl = info.pictures?.[0] ?? info.thumbnailUrl;
    const offerIdOf = (offerIndex: number): string =>
      mintTaskId({ extractionId: id, offerIndex }, this.keys.current);
    return {
      title: info.title,
      platform: platformName(pageUrl),
      webpage_url: info.pageUrl,
      thumbnail_url: info.thumbnailUrl,
      thumbnail_grant: this.grantOf(info.thumbnailUrl, pageUrl),
      uploader: info.uploader,
      description: info.description,
      duration: itemSeconds(info),
      is_podcast: platform?.podcast ?? false,
      series: info.series,
      season_number: info.seasonNumber,
      episode_number: info.episodeNumber,
      // Extractions that were stored before we read chapters have none.
      chapters: (info.chapters ?? []).map(({ title, startSeconds }) => ({
        title,
        start: startSeconds,
      })),
      formats: offers.map((offer, at) => toFormat(offer, origin, { offerId: offerIdOf(at), host })),
      subtitles: (info.subtitles ?? []).map(({ language, name, machine }) => ({
        ...{ language, name, machine },
      })),
      picture_url: pictureUrl,
      picture_grant: this.grantOf(pictureUrl, pageUrl),
      // The list of a podcast episode is its show.
      list:
        listUrl === null
          ? null
          : { url: listUrl, title: platform?.podcast === true ? info.series : null },
    };
  }

  /**
   * Makes the reply for one visitor if the link leads to a list.
   * @param shows decides whether an entry may be shown; hidden entries still count towards the
   * total
   * @returns null for a single item, or if no entry may be shown
   */
  listReply(
    { id, pageUrl, source: { info, list = null } }: Extraction,
    shows: (entry: EntryRef) => boolean,
  ): ListInfo | null {
    const entries = list?.entries.filter(shows) ?? [];
    if (list === null || entries.length === 0) {
      return null;
    }
    const names = new Set(entries.map(({ url }) => platformName(url)));
    const [name = UNKNOWN_PLATFORM] = names;
    const isPasted = pageUrl === '';
    return {
      kind: 'list',
      task_id: mintTaskId({ extractionId: id, offerIndex: OF_LIST }, this.keys.current),
      title: info.title,
      platform: isPasted ? (names.size === 1 ? name : UNKNOWN_PLATFORM) : platformName(pageUrl),
      webpage_url: isPasted ? null : info.pageUrl,
      thumbnail_url: info.thumbnailUrl,
      thumbnail_grant: this.grantOf(info.thumbnailUrl, pageUrl),
      uploader: info.uploader,
      total: list.total,
      is_audio: entries.every(isAudioEntry),
      entries: entries.map((entry) => ({
        id: entry.id,
        url: entry.url,
        title: entry.title,
        thumbnail_url: entry.thumbnailUrl,
        thumbnail_grant: this.grantOf(entry.thumbnailUrl, pageUrl),
        uploader: entry.uploader,
        duration: entry.durationSeconds,
        kind: entry.kind,
        picture_grant: entry.kind === 'picture' ? this.grantOf(entry.url, pageUrl) : null,
      })),
    };
  }

  private targetOf(taskId: string): TaskTarget | null {
    return readWithAny(this.keys, (key) => readTaskId(taskId, key));
  }

  /** Must be called only with pictures that come from the page itself, because it signs them. */
  private grantOf(picture: string | null, pageUrl: string): string | null {
    return picture === null ? null : this.grants.grantImage(picture, pageUrl);
  }

  /** True if we issued this id for an offer, even if the offer has expired. */
  isOurs(taskId: string): boolean {
    return (this.targetOf(taskId)?.offerIndex ?? OF_LIST) !== OF_LIST;
  }

  /**
   * True if the offer that an id refers to still exists. False for the id of a list, which can't be
   * started.
   */
  async isValid(taskId: string): Promise<boolean> {
    const target = this.targetOf(taskId);
    return (
      target !== null &&
      target.offerIndex !== OF_LIST &&
      (await this.extractions.isLive(target.extractionId))
    );
  }

  /** The offer that an id refers to; null if it has expired or never existed. */
  async offered(taskId: string): Promise<OfferedFormat | null> {
    const target = this.targetOf(taskId);
    if (target === null) {
      return null;
    }
    await linkTrace(() => this.extractions.traceOf(target.extractionId));
    return this.extractions.findOffer(target.extractionId, target.offerIndex);
  }

  /**
   * Like `offered`, but if the item's duration is unknown, takes a few seconds to look for it in
   * the item's files.
   * @param visitor the visitor's key
   */
  async measured(taskId: string, visitor: string): Promise<OfferedFormat | null> {
    const offered = await this.offered(taskId);
    const target = this.targetOf(taskId);
    if (offered === null || target === null || itemSeconds(offered.info) !== null) {
      return offered;
    }
    const extraction = await this.extractions.find(target.extractionId, new Date());
    if (extraction === null) {
      return offered;
    }
    const gone = new AbortController().signal;
    const found = await this.late.withHeads(extraction, { key: visitor, gone });
    return { ...offered, info: found.source.info };
  }

  /**
   * The list that an id refers to; null if the list has expired or never existed, or if the id
   * belongs to an item.
   */
  async listed(taskId: string): Promise<ListTarget | null> {
    const target = this.targetOf(taskId);
    return target?.offerIndex === OF_LIST ? this.extractions.findList(target.extractionId) : null;
  }

  /** The thumbnail of a page, from an extraction that has not expired; null if there is none. */
  async thumbnailOf(pageUrl: string): Promise<string | null> {
    return (await this.extractions.findHint(urlHash(pageUrl)))?.thumbnailUrl ?? null;
  }

  /**
   * Reads a page again. @returns its current item, with new URLs
   * @param signal the signal of the run that needs the item
   * @throws DomainError if the page can't be read again
   */
  async readAgain(pageUrl: string, signal: AbortSignal): Promise<Omit<SourceInfo, 'formats'>> {
    const platform = detectPlatform(pageUrl);
    const { extraction } = await this.extract.readAgain({ url: pageUrl, platform }, signal);
    return extraction.source.info;
  }

  /**
   * Finds the same formats with new media URLs, after the source has refused the old ones. Searches
   * all formats that the page has now, even those that would not be offered.
   * @param signal the signal of the run that needs the formats
   * @returns the formats in the given order
   * @throws DomainError if the page can't be read again, or no longer has the formats
   */
  async renew(
    pageUrl: string,
    stale: readonly SourceFormat[],
    signal: AbortSignal,
  ): Promise<SourceFormat[]> {
    const platform = detectPlatform(pageUrl);
    const { formats } = await this.extract.readAgain({ url: pageUrl, platform }, signal);
    return stale.map((format) => {
      const fresh = sameStream(format, formats);
      if (fresh === null) {
        throw new DomainError('FORMAT_UNAVAILABLE');
      }
      return fresh;
    });
  }
}
