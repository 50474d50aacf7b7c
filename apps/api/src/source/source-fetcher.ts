import { Inject, Injectable, Logger } from '@nestjs/common';
import { detectPlatform, type Platform } from '@dipper/media';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { unlessAborted } from '../infra/unless-aborted.js';
import type { Site } from '../infra/sites/site.js';
import { boundDuration, boundSize } from './files/bounds.js';
import type { FetchContext } from './lanes/over-lanes.js';
import { HostBudget } from './lanes/host-budget.js';
import { longestFetchMs, Pace } from './client/pace.js';
import { isNote, isResumable } from './files/resume-note.js';
import { SourceClient } from './client/source-client.js';
import type { Span } from './client/source-damaged.js';
import { exactSize, type Remote, type SourceStream } from './client/source-stream.js';
import type { Downloaded } from './files/downloaded.js';
import { downloadStream } from './stream-download.js';

/**
 * The difference between a file's size and the size that its page gives is logged if it exceeds
 * this share.
 */
const TOLERATED_DIFFERENCE = 0.001;

/** The streams of one task, and the callbacks for their progress. */
export interface FetchJob<S extends SourceStream> {
  readonly streams: readonly S[];
  /**
   * The folder to download to. It must exist, and be empty or contain the files of an earlier run
   * of the same job.
   */
  readonly folder: string;
  /**
   * The site whose page offers the streams. If the operator has set a proxy for the site, it is
   * used.
   */
  readonly site: Site;
  /** Aborts the job. Its reason is thrown unchanged. */
  readonly signal: AbortSignal;
  readonly durationSeconds: number | null;
  readonly acceptsDamage?: boolean;
  /**
   * The span to fetch: only what is needed to decode it, or the whole stream if nothing less can be
   * fetched. Null for everything.
   */
  readonly span?: Span | null;
  /**
   * Returns fresh streams in the same order when the source refuses the URL of one of them. Called
   * at most once per job, with all its streams.
   */
  readonly renew: (stale: readonly S[]) => Promise<readonly S[]>;
  /**
   * Called with the number of bytes received for `streams[index]`, which is negative for discarded
   * bytes. If it throws, the job ends.
   */
  readonly onBytes: (index: number, count: number) => void;
  /**
   * Called with the number of bytes of `streams[index]` that an earlier run had fetched. If it
   * throws, the job ends.
   */
  readonly onKept: (index: number, bytes: number) => void;
  /**
   * Called with the size of `streams[index]` in bytes when it is known, or when there is a better
   * estimate. If it throws, the job ends.
   */
  readonly onTotal: (index: number, bytes: number) => void;
  /**
   * Called with the number of bytes from the start of `streams[index]` that are on disk without a gap.
   * It falls to 0 if they are discarded. Never throws.
   */
  readonly onPrefix?: (index: number, path: string, bytes: number) => void;
}

/** A downloaded stream, or the requested excerpt of it. */
export interface FetchedStream extends Downloaded {
  readonly path: string;
  /** Size of the file in bytes, after decryption. */
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
   *   running when the promise settles.
   * @throws DomainError FILE_TOO_LARGE or MEDIA_TOO_LONG if a limit of the deployment is exceeded,
   *   or another one if the source doesn't deliver; the reason of `job.signal`; whatever the job's
   *   callbacks throw.
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
      pace.hold(async () => {
        job.signal.throwIfAborted();
        return unlessAborted(job.renew(job.streams), job.signal);
      }),
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
        onPrefix: (bytes) => job.onPrefix?.(index, path, bytes),
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
      // If one stream fails, the others are stopped, because they would be useless without it.
      failed.abort(error);
      await Promise.allSettled(fetches);
      throw error;
    } finally {
      clearTimeout(tooLong);
      pace.stop();
    }
  }

  /**
   * Removes everything that was fetched into a folder, so that it is fetched again.
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
   * Logs a size that differs from the page's. Pages sometimes give wrong sizes, so the file may be
   * fine. A later check will decide.
   */
  private compare(stream: SourceStream, bytes: number): void {
    const said = exactSize(stream);
    if (said !== null && Math.abs(said - bytes) > said * TOLERATED_DIFFERENCE) {
      this.logger.warn({
        msg: 'The size of a source differs from the size given on its page',
        said,
        bytes,
      });
    }
  }
}

/** The platform of a stream. The media may be on another host, but the Referer is its page. */
export function platformOf({ url, headers }: Remote): Platform | null {
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

  /**
   * Makes an error of a callback end the job. The error isn't the source's fault, so nothing is
   * retried.
   */
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

/**
 * Several streams may expire at the same time. The page is then read again only once for all of
 * them.
 */
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
