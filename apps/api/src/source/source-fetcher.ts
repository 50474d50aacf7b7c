import { Inject, Injectable, Logger } from '@nestjs/common';
import { detectPlatform, type Platform } from '@dipper/media';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainError } from '../infra/errors/domain-error.js';
import type { Site } from '../infra/sites/site.js';
import { boundDuration, boundSize } from './files/bounds.js';
import type { FetchContext } from './lanes/over-lanes.js';
import { HostBudget } from './lanes/host-budget.js';
import { longestFetchMs, Pace } from './lanes/pace.js';
import { isNote, isResumable } from './files/resume-note.js';
import { SourceClient } from './client/source-client.js';
import type { Span } from './client/source-damaged.js';
import { exactSize, type SourceStream } from './client/source-stream.js';
import type { Downloaded } from './files/downloaded.js';
import { downloadStream } from './stream-download.js';

/** The size that a page gives may differ by this share before it is logged. */
const TOLERATED_DIFFERENCE = 0.001;

/** The streams of one task, and the callbacks for their progress. */
export interface FetchJob<S extends SourceStream> {
  readonly streams: readonly S[];
  /** Must exist; empty, or with the files of an earlier run of the same job. */
  readonly folder: string;
  /** The site whose page offers the streams: its proxy is used if the operator has set one. */
  readonly site: Site;
  /** Aborts the job; its reason is thrown unchanged. */
  readonly signal: AbortSignal;
  /** Duration of the media, if known. */
  readonly durationSeconds: number | null;
  /** Accepts streams with a damaged source; false by default. */
  readonly acceptsDamage?: boolean;
  /**
   * If set, only what is needed to decode this span is fetched, unless nothing less than the whole
   * can be fetched. Null for everything.
   */
  readonly span?: Span | null;
  /**
   * Returns fresh streams in the same order when the source refuses the URL of one of them. Called at
   * most once per job, with all its streams.
   */
  readonly renew: (stale: readonly S[]) => Promise<readonly S[]>;
  /**
   * Called with the bytes received for `streams[index]`; negative for discarded bytes. May throw,
   * which ends the job.
   */
  readonly onBytes: (index: number, count: number) => void;
  /**
   * Called with the bytes of `streams[index]` that an earlier run had fetched. May throw, which
   * ends the job.
   */
  readonly onKept: (index: number, bytes: number) => void;
  /**
   * Called with the size of `streams[index]` in bytes when it is known, or estimated better. May
   * throw, which ends the job.
   */
  readonly onTotal: (index: number, bytes: number) => void;
}

/** A downloaded stream: whole, or the requested excerpt. */
export interface FetchedStream extends Downloaded {
  readonly path: string;
  /** Size of the file, after decryption. */
  readonly bytes: number;
}

/** Downloads all streams of a task to disk, in parallel. */
@Injectable()
export class SourceFetcher {
  private readonly logger = new Logger(SourceFetcher.name);

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'MAX_FILE_BYTES' | 'MAX_DURATION_SECONDS'>,
    private readonly client: SourceClient,
    private readonly budget: HostBudget,
  ) {}

  /**
   * @returns the streams as files in `job.folder`, in the order of `job.streams`. Nothing is still
   *   running when this settles.
   * @throws DomainError FILE_TOO_LARGE or MEDIA_TOO_LONG beyond the deployment's limits, or another
   *   one if the source doesn't deliver; the reason of `job.signal`; whatever the job's callbacks
   *   throw.
   */
  async fetch<S extends SourceStream>(job: FetchJob<S>): Promise<FetchedStream[]> {
    const failed = new AbortController();
    const pace = new Pace((error) => failed.abort(error));
    const signal = AbortSignal.any([job.signal, failed.signal]);
    const tally = new Tally(job, {
      maxBytes: this.env.MAX_FILE_BYTES,
      onReceived: (count) => pace.received(count),
      onFailure: (error) => failed.abort(error),
    });
    const renew = renewOnce(() =>
      pace.hold(() => unlessAborted(() => job.renew(job.streams), job.signal)),
    );
    const client = this.client.via(job.site);
    const fetches = job.streams.map(async (stream, index) => {
      const path = join(job.folder, `source-${index}`);
      const context: FetchContext = {
        client,
        budget: this.budget,
        owner: job,
        rules: platformOf(stream)?.connections,
        signal,
        acceptsDamage: job.acceptsDamage ?? false,
        pace,
        ...tally.of(index),
        onDuration: (seconds) => boundDuration(seconds, this.env.MAX_DURATION_SECONDS),
      };
      const { span = null } = job;
      const found = await downloadStream(stream, path, {
        renew: () => renew(index),
        context,
        span,
      });
      const bytes = (await stat(path)).size;
      if (found.excerpt === null) {
        this.compare(stream, bytes);
      }
      return { ...found, path, bytes };
    });
    const tooLong = setTimeout(
      () => failed.abort(new DomainError('SOURCE_TIMEOUT', { cause: 'slower than playback' })),
      longestFetchMs(job.durationSeconds ?? this.env.MAX_DURATION_SECONDS),
    );
    try {
      return await Promise.all(fetches);
    } catch (error) {
      // If one stream fails, stop the others: the result would be useless without it.
      failed.abort(error);
      await Promise.allSettled(fetches);
      throw error;
    } finally {
      clearTimeout(tooLong);
      pace.stop();
    }
  }

  /**
   * Removes everything fetched into a folder, so that it is fetched again.
   * @returns the number of bytes that were on disk, not counting our notes.
   */
  async discard(folder: string): Promise<number> {
    const names = (await readdir(folder)).filter(isResumable);
    const sizes = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        const { size } = await stat(path);
        await rm(path);
        return isNote(name) ? 0 : size;
      }),
    );
    return sum(sizes);
  }

  /**
   * Logs a size that differs. Pages sometimes give wrong sizes, so the file may be fine; a later
   * check decides.
   */
  private compare(stream: SourceStream, bytes: number): void {
    const said = exactSize(stream);
    if (said !== null && Math.abs(said - bytes) > said * TOLERATED_DIFFERENCE) {
      this.logger.warn({ msg: 'A source has a different size than its page says', said, bytes });
    }
  }
}

/** The platform of a stream. Its media may be on other hosts, but the Referer gives its page. */
function platformOf({ url, headers }: SourceStream): Platform | null {
  return detectPlatform(headers['referer'] ?? headers['Referer'] ?? url);
}

interface TallyOptions {
  readonly maxBytes: number;
  readonly onReceived: (count: number) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Counts the bytes of a job and limits them over all its streams together. */
class Tally {
  private readonly arrived: number[];
  private readonly totals: number[];

  constructor(
    private readonly job: Pick<
      FetchJob<SourceStream>,
      'streams' | 'onBytes' | 'onKept' | 'onTotal'
    >,
    private readonly options: TallyOptions,
  ) {
    this.arrived = job.streams.map(() => 0);
    this.totals = job.streams.map(() => 0);
  }

  of(index: number): Pick<FetchContext, 'onBytes' | 'onKept' | 'onTotal' | 'onEstimate'> {
    const { maxBytes, onReceived } = this.options;
    return {
      onBytes: this.failing((count) => {
        this.arrived[index] = (this.arrived[index] ?? 0) + count;
        onReceived(count);
        if (count > 0) {
          boundSize(sum(this.arrived), maxBytes);
        }
        this.job.onBytes(index, count);
      }),
      onKept: this.failing((bytes) => {
        this.arrived[index] = (this.arrived[index] ?? 0) + bytes;
        this.job.onKept(index, bytes);
      }),
      onTotal: this.failing((bytes) => {
        this.totals[index] = bytes;
        boundSize(sum(this.totals), maxBytes);
        this.job.onTotal(index, bytes);
      }),
      onEstimate: this.failing((bytes) => this.job.onTotal(index, bytes)),
    };
  }

  /** An error of the job's own callbacks ends it. It isn't the source's, so nothing is retried. */
  private failing(run: (count: number) => void): (count: number) => void {
    return (count) => {
      try {
        run(count);
      } catch (error) {
        this.options.onFailure(error);
        throw error;
      }
    };
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Stops waiting on abort. The work itself continues, because its result is shared. */
async function unlessAborted<T>(begin: () => Promise<T>, signal: AbortSignal): Promise<T> {
  // Don't start if already aborted, because nobody would notice the failure.
  signal.throwIfAborted();
  const listening = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const end = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', end, { signal: listening.signal });
  });
  try {
    return await Promise.race([begin(), aborted]);
  } finally {
    listening.abort();
  }
}

/** Several streams may expire at once. The page is then read again only once for all of them. */
function renewOnce<S>(read: () => Promise<readonly S[]>): (index: number) => Promise<S> {
  let renewed: Promise<readonly S[]> | null = null;
  return async (index) => {
    renewed ??= read();
    const fresh = (await renewed)[index];
    if (fresh === undefined) {
      throw new DomainError('FORMAT_UNAVAILABLE');
    }
    return fresh;
  };
}
