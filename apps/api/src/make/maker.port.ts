import type { EntryStanding, ListQuality } from '@dipper/contract';
import { DiscoveryService } from '@nestjs/core';
import type { Offered } from '../extract/formats/offer.js';
import type { EntryRef, SourceFormat, SourceInfo, SubtitleFile } from '../extract/source-info.js';
import type { Remote } from '../source/source-stream.js';
import type { Span } from '../source/source-damaged.js';
import type { Recipe } from './recipe.js';

/** A source that has been fetched whole. */
export interface FetchedSource {
  readonly path: string;
  readonly bytes: number;
  /** Where it is damaged, in order; only where that is accepted. */
  readonly damage?: readonly Span[];
  /** How long it plays by the timestamps of its segments; null where they do not tell. */
  readonly durationSeconds?: number | null;
}

/**
 * A stretch of a source as a file of its own, which ffmpeg reads from its start to its end: all that
 * it takes to decode the stretch, from the last key frame before it, mostly some seconds more.
 */
export interface FetchedSpan extends FetchedSource {
  /** Nothing was left out: the source is small, serves no ranges, or has no index that we read. */
  readonly isWhole: boolean;
  /**
   * The timestamp, as ffprobe shows them in this file, at which the whole source begins to play: the
   * moment `t` of its playing time is at `startSeconds + t` here. It may be before the first packet
   * of the file, and negative. Null where nobody has looked: the file is whole, so it is the
   * `start_time` that ffprobe tells, or 0 where that is negative (players cut off what an encoder
   * puts before the beginning). (`-ss` counts from the first packet, not from 0, unless it is
   * given with `-seek_timestamp 1`.)
   */
  readonly startSeconds: number | null;
  /** How long the whole source plays by its index; null where that does not tell. */
  readonly sourceSeconds: number | null;
}

/** What a maker works with. It knows neither the task nor the database. */
export interface MakeContext {
  /** The visitor wants the file although its source is damaged. */
  readonly acceptsDamage: boolean;
  /** An empty folder of this run; gone afterwards, whatever happens. */
  readonly folder: string;
  /** Aborted when the task was cancelled, taken over or has to be handed back; its reason says why. */
  readonly signal: AbortSignal;
  readonly progress: MakeProgress;
  /**
   * Brings formats of one page onto the disk, all at once, into `folder`.
   * @param page where they are found again when their URLs are no longer honoured.
   * @param anew fetches all of it again, whatever is there already.
   * @returns them in the order they were given.
   * @throws DomainError, or the reason of `signal`.
   */
  fetch(
    formats: readonly SourceFormat[],
    page: SourcePage,
    anew?: boolean,
  ): Promise<FetchedSource[]>;
  /**
   * Brings of each format what it takes to decode a stretch of it, and all of those of which nothing
   * less can be fetched. Where `span` lies outside a source, the nearest of it.
   * @param span playing time of the source, seconds
   * @param anew fetches again, and this time all of it, whatever is there already: for a stretch
   *   that turned out not to be what its index promised.
   * @returns them in the order they were given.
   * @throws DomainError, or the reason of `signal`.
   */
  fetchSpan(
    formats: readonly SourceFormat[],
    page: SourcePage,
    span: Span,
    anew?: boolean,
  ): Promise<FetchedSpan[]>;
  /**
   * Reads something small of a page into memory: a picture, subtitles, a playlist.
   * @returns null when the source does not give it, or it is larger.
   * @throws the reason of `signal`.
   */
  read(remote: Remote, page: Pick<SourcePage, 'pageUrl'>, maxBytes: number): Promise<Buffer | null>;
  /**
   * Reads subtitles of a page into memory: a file, or the segments of a playlist in their order.
   * @returns null when the source does not give them, or they are larger.
   * @throws the reason of `signal`.
   */
  readPieces(
    file: SubtitleFile,
    page: Pick<SourcePage, 'pageUrl'>,
    maxBytes: number,
  ): Promise<Buffer[] | null>;
  /**
   * Reads a page once more, whose addresses are no longer honoured. A maker does so once.
   * @throws DomainError, or the reason of `signal`.
   */
  readAgain(page: Pick<SourcePage, 'pageUrl'>): Promise<Omit<SourceInfo, 'formats'>>;
  /**
   * Makes sure that a work folder may grow to so many bytes in all.
   * @throws DomainError DISK_FULL
   */
  reserve(totalBytes: number): Promise<void>;
  /** Counts bytes that the maker itself has written into the folder, or (negative) removed. */
  count(bytes: number): void;
}

/** What a maker of entries of a list works with. */
export interface ListContext extends MakeContext {
  /**
   * Reads the page of an entry of a list.
   * @param host the Host header of the visitor: what is switched off there is not read.
   * @returns what it offers in that quality, or nearest to it.
   * @throws DomainError as a search would, or the reason of `signal`.
   */
  readEntry(entry: EntryRef, quality: ListQuality, host: string): Promise<Offered>;
  /**
   * Fetches a picture of a list.
   * @param from the page that shows it ('' where there is none), and the visitor's Host header.
   * @throws DomainError NOT_MEDIA for what is none, and others; the reason of `signal`.
   */
  readPicture(url: string, from: { pageUrl: string; host: string }): Promise<Buffer>;
  /** Tells how the entries of a bundle stand, in order. */
  tellEntries(standings: readonly EntryStanding[]): void;
  /**
   * Has another recipe made, in `folder`, by its own maker.
   * @throws DomainError, or the reason of `signal`.
   */
  make(recipe: Recipe): Promise<Made>;
  /**
   * Works on one of several files in an empty folder of its own, which is gone afterwards whatever
   * happens: only one at a time. Before each but the first, others who wait have their turn.
   * @param part how many of how many are over; each is the same share of the progress.
   */
  within<T>(
    part: { readonly done: number; readonly of: number },
    work: (context: ListContext) => Promise<T>,
  ): Promise<T>;
}

/** The page that formats were found on. */
export interface SourcePage {
  readonly pageUrl: string;
  /** How long the media plays, where known. */
  readonly durationSeconds: number | null;
}

/** Where the work after fetching stands. */
export interface MakeProgress {
  /** @param share of the output that is written, 0-1. */
  merging(share: number): void;
  /** The file is being checked and made durable. */
  checking(): void;
}

/** A finished, checked file in the work folder, ready to be published. */
export interface Made {
  readonly path: string;
  /** The extension it is published under, without the dot. */
  readonly ext: string;
  /** Where its source is damaged; empty for a good file. Only where the context accepts that. */
  readonly damage: readonly Span[];
  /** The name it is saved under, where the recipe did not know it. */
  readonly fileName?: string;
}

/** What each part of a task is of the whole, percent; 100 together. */
export interface WorkShares {
  readonly fetching: number;
  readonly merging: number;
  readonly checking: number;
}

/** Makes files of one kind of recipe. */
export interface Maker<R extends Recipe = Recipe> {
  readonly kind: R['kind'];
  /** The formats it will fetch; their known sizes decide on admission. */
  sources(recipe: R): readonly SourceFormat[];
  /** Takes a second or two, of memory and processor next to nothing: made beside what is made already. */
  readonly isQuick?: boolean;
  /** Plays without a picture. */
  isAudio(recipe: R): boolean;
  /** Room in the work folder at its fullest, bytes, for so many bytes of sources. */
  roomFor(sourceBytes: number, recipe: R): number;
  /** Where writing the file is more than a copy on disk. */
  readonly shares?: WorkShares;
  /** The same text for all recipes that make the same file, so that it is made once. */
  shareKey(recipe: R): string;
  /**
   * @param context that of a run is a `ListContext`: makers of lists may say so.
   * @throws DomainError, or the reason of the signal.
   */
  make(recipe: R, context: MakeContext): Promise<Made>;
}

/** Marks a provider as a `Maker`: any module's; it is found at the start by its `kind`. */
export const FileMaker = DiscoveryService.createDecorator();
