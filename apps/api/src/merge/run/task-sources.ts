import { Inject, Injectable } from '@nestjs/common';
import { OffersService } from '../../extract/offers/offers.service.js';
import type { SourceFormat, SourceInfo, SubtitleFile } from '../../extract/source-info.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { siteOf } from '../../infra/sites/site.js';
import type { Reservation } from '../../infra/storage/room/reservation.js';
import type { FetchedSpan, Follower, SourcePage } from '../../make/maker.port.js';
import { boundSize } from '../../source/files/bounds.js';
import { readPieces } from '../../source/playlists/read-pieces.js';
import { SourceClient } from '../../source/client/source-client.js';
import type { Span } from '../../source/client/source-damaged.js';
import type { Remote } from '../../source/client/source-stream.js';
import { SourceFetcher } from '../../source/source-fetcher.js';
import type { RunMeter } from './meter/run-meter.js';

/** Time limit for a small file, in milliseconds. */
const SMALL_MS = 20_000;
/** Time limit for a small file that has hundreds of segments, in milliseconds. */
const PLAYLIST_MS = 120_000;

interface FetchOptions {
  readonly folder: {
    readonly path: string;
    readonly room: Pick<Reservation, 'count' | 'countKept'>;
  };
  readonly meter: RunMeter;
  readonly signal: AbortSignal;
  readonly acceptsDamage: boolean;
  /** The part to fetch; null for everything. */
  readonly span: Span | null;
  readonly follower?: Follower | undefined;
}

/** Fetches the streams of a task, and finds new URLs when the old ones have expired. */
@Injectable()
export class TaskSources {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'MAX_FILE_BYTES'>,
    private readonly fetcher: SourceFetcher,
    private readonly client: SourceClient,
    private readonly offers: OffersService,
  ) {}

  /** @returns the total known size of these formats in bytes @throws DomainError FILE_TOO_LARGE */
  boundTotalSize(formats: readonly SourceFormat[]): number {
    const bytes = formats.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
    boundSize(bytes, this.env.MAX_FILE_BYTES);
    return bytes;
  }

  /**
   * Reads a small file.
   * @returns null if the source does not serve the file, or if the file is too large.
   * @throws the signal's reason.
   */
  async read(
    remote: Remote,
    { pageUrl, maxBytes, signal }: { pageUrl: string; maxBytes: number; signal: AbortSignal },
  ): Promise<Buffer | null> {
    const late = AbortSignal.any([signal, AbortSignal.timeout(SMALL_MS)]);
    try {
      const client = this.client.via(siteOf(pageUrl));
      return (await client.read(remote, { maxBytes, signal: late }))?.bytes ?? null;
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }

  /** Reads a small file, or all segments of a playlist. Returns null and throws like `read`. */
  async readPieces(
    file: SubtitleFile,
    { pageUrl, maxBytes, signal }: { pageUrl: string; maxBytes: number; signal: AbortSignal },
  ): Promise<Buffer[] | null> {
    if (file.text !== undefined) {
      return [Buffer.from(file.text)];
    }
    const ms = file.protocol === 'hls' ? PLAYLIST_MS : SMALL_MS;
    const late = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
    try {
      return await readPieces(this.client.via(siteOf(pageUrl)), file, { maxBytes, signal: late });
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }

  /**
   * Reads a page's information about its item again.
   * @throws DomainError, or the signal's reason.
   */
  readAgain(pageUrl: string, signal: AbortSignal): Promise<Omit<SourceInfo, 'formats'>> {
    return this.offers.readAgain(pageUrl, signal);
  }

  /** Discards everything that was fetched so far, so that it is fetched again. */
  async discard({ folder, meter }: FetchOptions): Promise<void> {
    folder.room.count(-(await this.fetcher.discard(folder.path)));
    meter.file.startOver();
  }

  async fetch(
    formats: readonly SourceFormat[],
    { pageUrl, durationSeconds }: SourcePage,
    { folder, meter, signal, acceptsDamage, span, follower }: FetchOptions,
  ): Promise<FetchedSpan[]> {
    const fetched = await this.fetcher.fetch({
      streams: formats,
      folder: folder.path,
      site: siteOf(pageUrl),
      signal,
      durationSeconds,
      acceptsDamage,
      span,
      renew: (stale) => this.offers.renew(pageUrl, stale, signal),
      onBytes: (index, count) => {
        meter.file.addBytes(index, count);
        folder.room.count(count);
        follower?.received(index, count);
      },
      onKept: (index, bytes) => {
        meter.file.keepBytes(index, bytes);
        folder.room.countKept(bytes);
      },
      onTotal: (index, bytes) => {
        meter.file.setTotal(index, bytes);
        follower?.sized(index, bytes);
      },
      onPrefix: (index, path, bytes) => follower?.arrived(index, path, bytes),
    });
    return fetched.map(({ excerpt, ...source }) => ({
      ...source,
      isWhole: excerpt === null,
      canSeek: excerpt?.isIndexed ?? true,
      startSeconds: excerpt?.startSeconds ?? null,
      sourceSeconds: excerpt?.sourceSeconds ?? null,
    }));
  }
}
