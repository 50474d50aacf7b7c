import type { EntryStanding, ListQuality } from '@dipper/contract';
import { DiscoveryService } from '@nestjs/core';
import type { OfferedFormat } from '../extract/formats/offer.js';
import type { EntryRef, SourceFormat, SourceInfo, SubtitleFile } from '../extract/source-info.js';
import type { Remote } from '../source/client/source-stream.js';
import type { Span } from '../source/client/source-damaged.js';
import type * as z from 'zod';
import type { AnyRecipe } from './recipe.js';

export interface FetchedSource {
  readonly path: string;
  readonly bytes: number;
  /** Damaged spans in order; set only if the visitor accepts damage. */
  readonly damage?: readonly Span[];
  /** Duration in seconds according to the timestamps of the segments; null when unknown. */
  readonly durationSeconds?: number | null;
}

/**
 * A part of a source as a separate file, which ffmpeg reads from start to end. It contains
 * everything that is needed to decode the part, from the key frame before it, and usually some
 * seconds more.
 */
export interface FetchedSpan extends FetchedSource {
  /**
   * True if the whole source was fetched, because it is small, does not support range requests, or
   * has no index that we can read.
   */
  readonly isWhole: boolean;
  /** True if ffmpeg can seek in the file. Otherwise it has to be read from the start. */
  readonly canSeek: boolean;
  /**
   * Timestamp in this file, as ffprobe shows it, at which the whole source begins to play. Second
   * `t` of the source is at `startSeconds + t` in this file. The timestamp may be negative, or
   * before the file's first packet. It is null when unknown; the file is then the whole source,
   * which begins to play at ffprobe's `start_time`, or at 0 if that is negative, because players
   * cut off an encoder's priming. Note that `-ss` counts from the first packet, not from 0, unless
   * it is used with `-seek_timestamp 1`.
   */
  readonly startSeconds: number | null;
  /** Duration of the whole source in seconds according to its index; null when unknown. */
  readonly sourceSeconds: number | null;
}

/** Receives the progress of the sources while they arrive. Its methods never throw. */
export interface Follower {
  /** @param bytes size of the source; an estimate if it is fetched in segments. */
  sized(index: number, bytes: number): void;
  /** @param count how many more bytes have been fetched, in any order; negative if discarded. */
  received(index: number, count: number): void;
  /**
   * @param bytes the number of bytes from the start of the source that are on disk without a gap;
   *   fewer than before if they were discarded.
   */
  arrived(index: number, path: string, bytes: number): void;
}

/** Everything that a maker can use. A maker has no access to the task or the database. */
export interface MakeContext {
  readonly acceptsDamage: boolean;
  /** An empty folder for this run, which is always removed afterwards. */
  readonly folder: string;
  /**
   * Aborted when the task is cancelled, taken over or handed back. The reason distinguishes the
   * cases.
   */
  readonly signal: AbortSignal;
  readonly progress: MakeProgress;
  /**
   * Fetches formats of one page into `folder`, all at the same time.
   * @param page the page where the formats are looked up again if their URLs have expired.
   * @param anew true to fetch everything again, ignoring what is on disk.
   * @returns the sources in the given order.
   * @throws DomainError; `signal.reason`.
   */
  fetch(
    formats: readonly SourceFormat[],
    page: SourcePage,
    anew?: boolean,
    follower?: Follower,
  ): Promise<FetchedSource[]>;
  /**
   * Fetches what is needed to decode a part of each format, or the whole format if nothing less can
   * be fetched. If `span` lies outside a source, fetches the nearest part.
   * @param span playing time in the source, in seconds.
   * @param anew true to fetch the whole formats again, ignoring what is on disk; used if a part did
   *   not match its index.
   * @returns the parts in the given order.
   * @throws DomainError; `signal.reason`.
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
   * Reserves disk space for the work folder.
   * @param totalBytes size of the whole folder, not only of what will be added.
   * @throws DomainError DISK_FULL.
   */
  reserve(totalBytes: number): Promise<void>;
  /**
   * Reports bytes that the maker itself has written to the folder. Removed bytes count as negative.
   */
  count(bytes: number): void;
}

/** Everything that a maker of list entries can use. */
export interface ListContext extends MakeContext {
  /**
   * Reads the page of a list entry.
   * @param host the visitor's Host header; sites that are disabled for this domain are not read.
   * @returns the entry's offer in the given quality, or in the nearest one.
   * @throws DomainError with any code that reading a link may fail with; `signal.reason`.
   */
  readEntry(entry: EntryRef, quality: ListQuality, host: string): Promise<OfferedFormat>;
  /**
   * Fetches an image of a list.
   * @param from the page that shows the image ('' if there is none), and the visitor's Host header.
   * @throws DomainError NOT_MEDIA if it is not an image, or another DomainError; `signal.reason`.
   */
  readPicture(url: string, from: { pageUrl: string; host: string }): Promise<Buffer>;
  reportEntries(standings: readonly EntryStanding[]): void;
  /**
   * Makes the file of another recipe in `folder`, using the maker of its kind.
   * @throws DomainError; `signal.reason`.
   */
  make(recipe: AnyRecipe): Promise<Made>;
  /**
   * Works on one of several files, in a separate empty folder that is always removed afterwards.
   * Only one file may be worked on at a time. Before each file except the first, waiting tasks get
   * their turn.
   * @param part number of files done and in total; each has the same share of the progress.
   */
  within<T>(
    part: { readonly done: number; readonly of: number },
    work: (context: ListContext) => Promise<T>,
  ): Promise<T>;
}

export interface SourcePage {
  readonly pageUrl: string;
  readonly durationSeconds: number | null;
}

export interface MakeProgress {
  /**
   * Reports that output is being written while sources still arrive.
   * @param share share of the output written so far, from 0 to 1.
   */
  writing(share: number): void;
  /** @param share share of the output written so far, from 0 to 1. */
  merging(share: number): void;
  /** Reports that the file is being verified and flushed to disk. */
  checking(): void;
}

/** A finished, verified file in the work folder, ready to be published. */
export interface Made {
  readonly path: string;
  /** The extension of the published file, without the dot. */
  readonly ext: string;
  /** Damaged spans. Always empty unless the context accepts damage. */
  readonly damage: readonly Span[];
  /** The name to save the file under; set only if the recipe does not contain it. */
  readonly fileName?: string;
}

/** How much of a task's progress each stage accounts for, in percent. The shares add up to 100. */
export interface WorkShares {
  readonly fetching: number;
  readonly merging: number;
  readonly checking: number;
}

export interface Maker<R extends AnyRecipe = AnyRecipe> {
  readonly kind: R['kind'];
  /** Parses a stored recipe. Only makers outside this folder need it (recipe.ts). */
  readonly schema?: z.ZodType<R>;
  /**
   * The formats that the maker will fetch. Their sizes, where known, decide whether the task is
   * admitted.
   */
  sources(recipe: R): readonly SourceFormat[];
  /**
   * True if making the file takes only a second or two and little memory and processor time. Such
   * tasks have their own slot.
   */
  readonly isQuick?: boolean;
  /** Whether the file has no video. */
  isAudio(recipe: R): boolean;
  /** The most space that the work folder needs for sources of the given size, in bytes. */
  roomFor(sourceBytes: number, recipe: R): number;
  /** Set if writing the file takes longer than copying it on disk. */
  readonly shares?: WorkShares;
  /**
   * A text of any length that is equal for recipes that make the same file. The file is then made
   * only once.
   */
  shareKey(recipe: R): string;
  /**
   * @param context always a `ListContext` when a task runs; makers of lists may declare it as such.
   * @throws DomainError; the signal's reason.
   */
  make(recipe: R, context: MakeContext): Promise<Made>;
}

/** Marks a provider of any module as a `Maker`, which the registry finds at startup. */
export const FileMaker = DiscoveryService.createDecorator();
