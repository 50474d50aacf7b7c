import { Inject, Injectable, Logger } from '@nestjs/common';
import { detectPlatform, type Platform } from '@dipper/media';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainError } from '../infra/http/domain-error.js';
import type { Site } from '../infra/sites/site.js';
import { boundDuration, boundSize } from './bounds.js';
import type { FetchContext } from './over-lanes.js';
import { HostBudget } from './host-budget.js';
import { longestFetchMs, Pace } from './pace.js';
import { isNote, isResumable } from './resume-note.js';
import { SourceClient } from './source-client.js';
import type { Span } from './source-damaged.js';
import { exactSize, type SourceStream } from './source-stream.js';
import type { Downloaded } from './downloaded.js';
import { downloadStream } from './stream-download.js';

/** Share of a size by which a page may be wrong without a word. */
const TOLERATED_DIFFERENCE = 0.001;

/** The streams of one task, and who wants to know how they come along. */
export interface FetchJob<S extends SourceStream> {
  readonly streams: readonly S[];
  /** Existing; empty, or with what an earlier run of the same job has left there. */
  readonly folder: string;
  /** Whose page offers the streams: they are fetched through the operator's proxy for that site, if any. */
  readonly site: Site;
  /** Ends the job; its reason is thrown as it is. */
  readonly signal: AbortSignal;
  /** How long the media plays, where known. */
  readonly durationSeconds: number | null;
  /** Takes streams although their source is damaged; false when not given. */
  readonly acceptsDamage?: boolean;
  /** Only what it takes to decode this stretch of playing time, where less than all can be fetched; null for all. */
  readonly span?: Span | null;
  /**
   * Fresh streams in the same order, when the source no longer honours the URL of one of them.
   * Called at most once per job, with all its streams.
   */
  readonly renew: (stale: readonly S[]) => Promise<readonly S[]>;
  /** Bytes that came for `streams[index]`; negative: thrown away. May throw, which ends the job. */
  readonly onBytes: (index: number, count: number) => void;
  /** Bytes of `streams[index]` that an earlier run had fetched already. May throw, which ends the job. */
  readonly onKept: (index: number, bytes: number) => void;
  /** Size of `streams[index]` in bytes, once known or better estimated. May throw, which ends the job. */
  readonly onTotal: (index: number, bytes: number) => void;
}

/** A stream that has arrived: whole, or the excerpt that was wanted. */
export interface FetchedStream extends Downloaded {
  readonly path: string;
  /** Size of the file, deciphered where it came encrypted. */
  readonly bytes: number;
}

/** Brings all streams of a task onto the disk, at the same time. */
@Injectable()
export class SourceFetcher {
  private readonly logger = new Logger(SourceFetcher.name);

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'MAX_FILE_BYTES' | 'MAX_DURATION_SECONDS'>,
    private readonly client: SourceClient,
    private readonly budget: HostBudget,
  ) {}

  /**
   * @returns the streams as files in `job.folder`, in the order of `job.streams`. Nothing runs on
   *   once this has settled.
   * @throws DomainError FILE_TOO_LARGE or MEDIA_TOO_LONG beyond the deployment's limits, others when
   *   the source does not deliver; the reason of `job.signal`; whatever the job's callbacks throw
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
      () => failed.abort(new DomainError('SOURCE_TIMEOUT', { cause: 'slower than it plays' })),
      longestFetchMs(job.durationSeconds ?? this.env.MAX_DURATION_SECONDS),
    );
    try {
      return await Promise.all(fetches);
    } catch (error) {
      // One source that fails ends the other: half a file is of no use.
      failed.abort(error);
      await Promise.allSettled(fetches);
      throw error;
    } finally {
      clearTimeout(tooLong);
      pace.stop();
    }
  }

  /**
   * Removes all that has been fetched into a folder, so that it is fetched anew.
   * @returns the bytes of it that were on disk, without our notes
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

  /** Pages are wrong about sizes at times: the file may be good, and its check decides. */
  private compare(stream: SourceStream, bytes: number): void {
    const said = exactSize(stream);
    if (said !== null && Math.abs(said - bytes) > said * TOLERATED_DIFFERENCE) {
      this.logger.warn({ msg: 'A source has a different size than its page says', said, bytes });
    }
  }
}

/** Media lie on hosts of their own; the page they belong to is the Referer. */
function platformOf({ url, headers }: SourceStream): Platform | null {
  return detectPlatform(headers['referer'] ?? headers['Referer'] ?? url);
}

interface TallyOptions {
  readonly maxBytes: number;
  readonly onReceived: (count: number) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Counts the bytes of a job and bounds them over all its streams together. */
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

  /** Errors of the job's own callbacks end it. They are not the source's, so nothing is retried. */
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

/** Stops waiting on abort. The work itself runs on: its result is shared. */
async function unlessAborted<T>(begin: () => Promise<T>, signal: AbortSignal): Promise<T> {
  // Not begun then: nobody would hear how it fails.
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

/** Several streams may go stale at once: the page is read again once for all of them. */
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
