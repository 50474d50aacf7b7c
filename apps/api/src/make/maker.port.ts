import type { EntryStanding, ListQuality } from '@dipper/contract';
import { DiscoveryService } from '@nestjs/core';
import type { OfferedFormat } from '../extract/formats/offer.js';
import type { EntryRef, SourceFormat, SourceInfo, SubtitleFile } from '../extract/source-info.js';
import type { Remote } from '../source/client/source-stream.js';
import type { Span } from '../source/client/source-damaged.js';
import type { Recipe } from './recipe.js';

/** A completely fetched source. */
export interface FetchedSource {
  readonly path: string;
  readonly bytes: number;
  /** Damaged spans in order; set only if the visitor accepts damage. */
  readonly damage?: readonly Span[];
  /** Duration according to the timestamps of its segments; null if they do not say. */
  readonly durationSeconds?: number | null;
}

/**
 * A part of a source as its own file, which ffmpeg reads from start to end: everything needed to
 * decode the part, from the key frame before it, usually with some seconds to spare.
 */
export interface FetchedSpan extends FetchedSource {
  /**
   * True if the whole source was fetched, because it is small, serves no ranges, or has no index
   * that we can read.
   */
  readonly isWhole: boolean;
  /**
   * The timestamp in this file, as ffprobe shows it, at which the whole source begins to play.
   * Second `t` of the source is at `startSeconds + t` in this file. The timestamp may be negative,
   * or before the file's first packet. Null when unknown. The file is then whole, and `start_time`
   * from ffprobe applies, or 0 if that is negative, because players cut off an encoder's priming.
   * Note that `-ss` counts from the first packet, not from 0, unless it is used with
   * `-seek_timestamp 1`.
   */
  readonly startSeconds: number | null;
  /** Duration of the whole source according to its index; null when unknown. */
  readonly sourceSeconds: number | null;
}

/** The context of a maker, which has no access to the task or the database. */
export interface MakeContext {
  /** True if the visitor accepts a file from a damaged source. */
  readonly acceptsDamage: boolean;
  /** An empty folder for this run; it is always removed afterwards. */
  readonly folder: string;
  /** Aborted when the task is cancelled, taken over or handed back; the reason says which. */
  readonly signal: AbortSignal;
  readonly progress: MakeProgress;
  /**
   * Fetches formats of one page into `folder`, all at the same time.
   * @param page the page on which to look up the formats again if their URLs have expired.
   * @param anew true to fetch everything again, ignoring what is on disk.
   * @returns the sources in the given order.
   * @throws DomainError, or `signal.reason`.
   */
  fetch(
    formats: readonly SourceFormat[],
    page: SourcePage,
    anew?: boolean,
  ): Promise<FetchedSource[]>;
  /**
   * Fetches what is needed to decode a part of each format, or the whole format if nothing less can
   * be fetched. If `span` lies outside a source, fetches the nearest part.
   * @param span playing time in the source, seconds.
   * @param anew true to fetch everything again and completely, ignoring what is on disk; for a part
   *   that did not match its index.
   * @returns the parts in the given order.
   * @throws DomainError, or `signal.reason`.
   */
  fetchSpan(
    formats: readonly SourceFormat[],
    page: SourcePage,
    span: Span,
    anew?: boolean,
  ): Promise<FetchedSpan[]>;
  /**
   * Reads a small file of a page into memory: an image, subtitles, or a playlist.
   * @returns null if the source does not serve the file, or the file is too large.
   * @throws `signal.reason`.
   */
  read(remote: Remote, page: Pick<SourcePage, 'pageUrl'>, maxBytes: number): Promise<Buffer | null>;
  /**
   * Reads subtitles of a page into memory: one file, or the segments of a playlist in order.
   * @returns null if the source does not serve them, or they are too large.
   * @throws `signal.reason`.
   */
  readPieces(
    file: SubtitleFile,
    page: Pick<SourcePage, 'pageUrl'>,
    maxBytes: number,
  ): Promise<Buffer[] | null>;
  /**
   * Reads a page again because its URLs have expired. A maker may do this once.
   * @throws DomainError, or `signal.reason`.
   */
  readAgain(page: Pick<SourcePage, 'pageUrl'>): Promise<Omit<SourceInfo, 'formats'>>;
  /**
   * Reserves disk space for a work folder of this many bytes in total.
   * @throws DomainError DISK_FULL.
   */
  reserve(totalBytes: number): Promise<void>;
  /**
   * Accounts for bytes that the maker itself has written into the folder, or (negative) removed.
   */
  count(bytes: number): void;
}

/** The context of a maker of list entries. */
export interface ListContext extends MakeContext {
  /**
   * Reads the page of a list entry.
   * @param host the visitor's Host header; sites that this domain switches off are not read.
   * @returns the entry's offer in that quality, or in the nearest one.
   * @throws DomainError as a search would, or `signal.reason`.
   */
  readEntry(entry: EntryRef, quality: ListQuality, host: string): Promise<OfferedFormat>;
  /**
   * Fetches an image of a list.
   * @param from the page that shows the image ('' if there is none), and the visitor's Host header.
   * @throws DomainError NOT_MEDIA if it is not an image, other DomainErrors, or `signal.reason`.
   */
  readPicture(url: string, from: { pageUrl: string; host: string }): Promise<Buffer>;
  /** Reports the state of each entry of a bundle, in order. */
  reportEntries(standings: readonly EntryStanding[]): void;
  /**
   * Has another recipe made in `folder` by its own maker.
   * @throws DomainError, or `signal.reason`.
   */
  make(recipe: Recipe): Promise<Made>;
  /**
   * Works on one of several files, in an empty folder of its own that is always removed afterwards.
   * Only one file may be in work at a time. Before each file except the first, waiting tasks get
   * their turn.
   * @param part number of parts done and in total; each has the same share of the progress.
   */
  within<T>(
    part: { readonly done: number; readonly of: number },
    work: (context: ListContext) => Promise<T>,
  ): Promise<T>;
}

/** The page that the formats were found on. */
export interface SourcePage {
  readonly pageUrl: string;
  /** Duration of the media, where known. */
  readonly durationSeconds: number | null;
}

/** Progress after fetching. */
export interface MakeProgress {
  /** @param share share of the output written so far, 0-1. */
  merging(share: number): void;
  /** Reports that the file is being verified and flushed to disk. */
  checking(): void;
}

/** A finished, verified file in the work folder, ready to be published. */
export interface Made {
  readonly path: string;
  /** The extension it is published under, without the dot. */
  readonly ext: string;
  /** Damaged spans; empty for a good file. Never set unless the context accepts damage. */
  readonly damage: readonly Span[];
  /** The name to save the file under, if the recipe didn't know it. */
  readonly fileName?: string;
}

/** The share of each stage in a task's progress, percent. The shares add up to 100. */
export interface WorkShares {
  readonly fetching: number;
  readonly merging: number;
  readonly checking: number;
}

/** Makes files of one kind of recipe. */
export interface Maker<R extends Recipe = Recipe> {
  readonly kind: R['kind'];
  /**
   * The formats that the maker will fetch. Their known sizes decide whether the task is admitted.
   */
  sources(recipe: R): readonly SourceFormat[];
  /**
   * True if making takes a second or two, and hardly any memory or processor time. Such tasks run
   * in the quick lane.
   */
  readonly isQuick?: boolean;
  /** Whether the file plays without video. */
  isAudio(recipe: R): boolean;
  /** The most space the work folder needs, bytes, for sources of the given size. */
  roomFor(sourceBytes: number, recipe: R): number;
  /** Set if writing the file takes more than a copy on disk. */
  readonly shares?: WorkShares;
  /**
   * A key that is equal for recipes that make the same file, so that the file is made only once.
   */
  shareKey(recipe: R): string;
  /**
   * @param context always a `ListContext` in a run; makers of lists may declare it as such.
   * @throws DomainError, or the signal's reason.
   */
  make(recipe: R, context: MakeContext): Promise<Made>;
}

/** Marks a provider of any module as a `Maker`; it is found at start-up by its `kind`. */
export const FileMaker = DiscoveryService.createDecorator();
