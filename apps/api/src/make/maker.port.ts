import type { EntryStanding, ListQuality } from '@dipper/contract';
import { DiscoveryService } from '@nestjs/core';
import type { OfferedFormat } from '../extract/formats/offer.js';
import type { EntryRef, SourceFormat, SourceInfo, SubtitleFile } from '../extract/source-info.js';
import type { Remote } from '../source/source-stream.js';
import type { Span } from '../source/source-damaged.js';
import type { Recipe } from './recipe.js';

/** A completely fetched source. */
export interface FetchedSource {
  readonly path: string;
  readonly bytes: number;
  /** Damaged spans in order; only where the visitor accepts damage. */
  readonly damage?: readonly Span[];
  /** Duration by the timestamps of its segments; null when they do not say. */
  readonly durationSeconds?: number | null;
}

/**
 * A part of a source as its own file, which ffmpeg reads from start to end: everything needed to
 * decode the part, from the key frame before it, usually with some seconds to spare.
 */
export interface FetchedSpan extends FetchedSource {
  /** The whole source was fetched: it is small, serves no ranges, or has no index that we read. */
  readonly isWhole: boolean;
  /**
   * The timestamp in this file, as ffprobe shows it, at which the whole source begins to play:
   * second `t` of the source is at `startSeconds + t` here. It may be negative, or before the
   * file's first packet. Null when unknown: the file is then whole, and the value is ffprobe's
   * `start_time`, or 0 where that is negative (players cut off an encoder's priming). (`-ss` counts
   * from the first packet, not from 0, unless given with `-seek_timestamp 1`.)
   */
  readonly startSeconds: number | null;
  /** Duration of the whole source by its index; null when unknown. */
  readonly sourceSeconds: number | null;
}

/** The context of a maker, which has no access to the task or the database. */
export interface MakeContext {
  /** The visitor accepts a file from a damaged source. */
  readonly acceptsDamage: boolean;
  /** An empty folder of this run, always removed afterwards. */
  readonly folder: string;
  /** Aborted when the task is cancelled, taken over or handed back; the reason says which. */
  readonly signal: AbortSignal;
  readonly progress: MakeProgress;
  /**
   * Fetches formats of one page to disk, all at once, into `folder`.
   * @param page where they are looked up again when their URLs have expired.
   * @param anew fetches everything again, ignoring what is on disk.
   * @returns them in the order given.
   * @throws DomainError, or the reason of `signal`.
   */
  fetch(
    formats: readonly SourceFormat[],
    page: SourcePage,
    anew?: boolean,
  ): Promise<FetchedSource[]>;
  /**
   * Fetches what it takes to decode a part of each format, or the whole format where no less can be
   * fetched. If `span` lies outside a source, fetches the nearest part.
   * @param span playing time of the source, seconds
   * @param anew fetches again and completely, ignoring what is on disk: for a part that did not
   *   match its index.
   * @returns them in the order given.
   * @throws DomainError, or the reason of `signal`.
   */
  fetchSpan(
    formats: readonly SourceFormat[],
    page: SourcePage,
    span: Span,
    anew?: boolean,
  ): Promise<FetchedSpan[]>;
  /**
   * Reads a small file of a page into memory: an image, subtitles, a playlist.
   * @returns null when the source does not serve it, or it is too large.
   * @throws the reason of `signal`.
   */
  read(remote: Remote, page: Pick<SourcePage, 'pageUrl'>, maxBytes: number): Promise<Buffer | null>;
  /**
   * Reads subtitles of a page into memory: one file, or the segments of a playlist in order.
   * @returns null when the source does not serve them, or they are too large.
   * @throws the reason of `signal`.
   */
  readPieces(
    file: SubtitleFile,
    page: Pick<SourcePage, 'pageUrl'>,
    maxBytes: number,
  ): Promise<Buffer[] | null>;
  /**
   * Reads a page again whose URLs have expired. A maker may do so once.
   * @throws DomainError, or the reason of `signal`.
   */
  readAgain(page: Pick<SourcePage, 'pageUrl'>): Promise<Omit<SourceInfo, 'formats'>>;
  /**
   * Reserves disk space for a work folder of so many bytes in total.
   * @throws DomainError DISK_FULL
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
   * @param host the visitor's Host header: sites that this domain switches off are not read.
   * @returns its offer in that quality, or the nearest.
   * @throws DomainError as a search would, or the reason of `signal`.
   */
  readEntry(entry: EntryRef, quality: ListQuality, host: string): Promise<OfferedFormat>;
  /**
   * Fetches an image of a list.
   * @param from the page that shows it ('' when there is none), and the visitor's Host header.
   * @throws DomainError NOT_MEDIA when it is no image, and others; the reason of `signal`.
   */
  readPicture(url: string, from: { pageUrl: string; host: string }): Promise<Buffer>;
  /** Reports the state of each entry of a bundle, in order. */
  reportEntries(standings: readonly EntryStanding[]): void;
  /**
   * Has another recipe made in `folder` by its own maker.
   * @throws DomainError, or the reason of `signal`.
   */
  make(recipe: Recipe): Promise<Made>;
  /**
   * Works on one of several files in an empty folder of its own, which is always removed
   * afterwards; one at a time. Before each but the first, waiting tasks get their turn.
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
  /** @param share of the output that is written, 0-1. */
  merging(share: number): void;
  /** The file is being verified and made durable. */
  checking(): void;
}

/** A finished, verified file in the work folder, ready to be published. */
export interface Made {
  readonly path: string;
  /** The extension it is published under, without the dot. */
  readonly ext: string;
  /** Damaged spans; empty for a good file. Only where the context accepts damage. */
  readonly damage: readonly Span[];
  /** The name it is saved under, if the recipe didn't know it. */
  readonly fileName?: string;
}

/** The share of each stage in a task's progress, percent; 100 together. */
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
  /** Takes a second or two and hardly any memory or processor time, so it runs in the quick lane. */
  readonly isQuick?: boolean;
  /** Plays without video. */
  isAudio(recipe: R): boolean;
  /** The most space the work folder needs, bytes, for sources of the given size. */
  roomFor(sourceBytes: number, recipe: R): number;
  /** Set where writing the file is more than a copy on disk. */
  readonly shares?: WorkShares;
  /** Equal for recipes that make the same file, so that it is made once. */
  shareKey(recipe: R): string;
  /**
   * @param context always a `ListContext` in a run; makers of lists may declare it as such.
   * @throws DomainError, or the reason of the signal.
   */
  make(recipe: R, context: MakeContext): Promise<Made>;
}

/** Marks a provider of any module as a `Maker`; it is found at start-up by its `kind`. */
export const FileMaker = DiscoveryService.createDecorator();
