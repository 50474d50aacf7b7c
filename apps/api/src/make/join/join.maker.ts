import { Inject, Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFormat } from '../../extract/source-info.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { DomainError } from '../../infra/http/domain-error.js';
import { boundDuration } from '../../source/bounds.js';
import { IndexDoesNotFit, Muxer } from '../ffmpeg.js';
import { problemWith } from '../gate.js';
import {
  type FetchedSource,
  FileMaker,
  type Made,
  type MakeContext,
  type Maker,
} from '../maker.port.js';
import { type Probe, withoutDurations } from '../probe-schema.js';
import { Prober } from '../probe.js';
import type { Join } from '../recipe.js';
import { moovSize } from './moov-size.js';
import { hasIndex, muxOptions } from './mux-options.js';

/** A work folder at its fullest, as a multiple of the sources: they, the joined file and its index. */
const ROOM_FACTOR = 2.1;

/** Fetched streams, and where the file is to be written. */
interface JoinJob {
  readonly recipe: Join;
  readonly sources: readonly FetchedSource[];
  readonly probes: readonly Probe[];
  readonly output: string;
  /** Told the size of the output, bytes. */
  readonly onWritten: (bytes: number) => void;
}

/** Puts fetched streams into one checked file. */
@Injectable()
@FileMaker()
export class JoinMaker implements Maker<Join> {
  readonly kind = 'join';
  private readonly logger = new Logger(JoinMaker.name);

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'MAX_DURATION_SECONDS'>,
    private readonly muxer: Muxer,
    private readonly prober: Prober,
  ) {}

  sources({ main, sound }: Join): SourceFormat[] {
    return sound === null ? [main] : [main, sound];
  }

  isAudio({ isAudio }: Join): boolean {
    return isAudio;
  }

  roomFor(sourceBytes: number): number {
    return Math.ceil(sourceBytes * ROOM_FACTOR);
  }

  shareKey({ pageUrl, main, sound, container }: Join): string {
    return createHash('sha256')
      .update(JSON.stringify([pageUrl, main.id, sound?.id ?? null, container]))
      .digest('hex');
  }

  /**
   * @throws DomainError SOURCE_INCOMPLETE when the result is not what was asked for, MEDIA_TOO_LONG,
   * what the context and the muxer throw, or the reason of the signal.
   */
  async make(recipe: Join, context: MakeContext): Promise<Made> {
    const sources = await context.fetch(this.sources(recipe), recipe);
    await context.reserve(this.roomFor(bytesOf(sources)));
    context.progress.merging(0);
    const probes = await this.probeSources(sources, context.signal);
    const output = join(context.folder, 'joined');
    let written = 0;
    const onWritten = (bytes: number): void => {
      context.count(bytes - written);
      written = bytes;
    };
    const job = { recipe, sources, probes, output, onWritten };
    await this.mux(job, context);
    onWritten((await stat(output)).size);
    context.progress.checking();
    const [result] = await Promise.all([
      this.prober.probe(output, context.signal),
      // Not needed any more: pages that the kernel has not written yet need never be.
      ...sources.map(({ path }) => rm(path)),
    ]);
    context.count(-bytesOf(sources));
    this.refuseProblems(job, result);
    return { path: output, ext: recipe.container, damage: [] };
  }

  /** In one pass where the room for the index can be told, else in two. */
  private async mux(job: JoinJob, context: MakeContext): Promise<void> {
    const { container, durationSeconds } = job.recipe;
    const size = { totalBytes: bytesOf(job.sources), pageSeconds: durationSeconds };
    const room = hasIndex(container) ? moovSize(job.probes, size) : null;
    try {
      await this.runMuxer(job, context, room);
    } catch (error) {
      if (room === null || !(error instanceof IndexDoesNotFit)) {
        throw error;
      }
      this.logger.log({ msg: 'One pass did not do, trying two', room });
      await this.runMuxer(job, context, null);
    }
  }

  private async runMuxer(
    { recipe, sources, probes, output, onWritten }: JoinJob,
    { signal, progress }: MakeContext,
    room: number | null,
  ): Promise<void> {
    const { container, sound, isAudio, title, durationSeconds } = recipe;
    const seconds = Math.max(
      durationSeconds ?? 0,
      ...probes.map((probe) => probe.durationSeconds ?? 0),
    );
    await this.muxer.mux({
      inputs: sources.map(({ path }) => path),
      output,
      signal,
      onWritten,
      options: muxOptions({
        ...{ container, isAudio, title, moovSize: room },
        inputs: sound === null ? 1 : 2,
      }),
      onProgress: (written) => progress.merging(seconds === 0 ? 0 : written / seconds),
    });
  }

  private refuseProblems({ recipe, probes }: JoinJob, result: Probe | null): void {
    const { main, sound, durationSeconds } = recipe;
    const problem = problemWith(result, {
      video: main.video,
      audio: sound?.audio ?? main.audio,
      pageDuration: durationSeconds,
      sources: probes,
    });
    if (problem !== null) {
      this.logger.warn({ msg: 'A made file was refused', problem });
      throw new DomainError('SOURCE_INCOMPLETE', { cause: problem });
    }
  }

  private async probeSources(
    sources: readonly FetchedSource[],
    signal: AbortSignal,
  ): Promise<Probe[]> {
    const probes = await Promise.all(sources.map(({ path }) => this.prober.probe(path, signal)));
    return probes.map((probe) => {
      if (probe === null || probe.streams.length === 0) {
        throw new DomainError('SOURCE_INCOMPLETE', { cause: 'a source is not media' });
      }
      // Pages that give no duration could not be refused before.
      const known = probe.guessed ? withoutDurations(probe) : probe;
      boundDuration(known.durationSeconds ?? 0, this.env.MAX_DURATION_SECONDS);
      return known;
    });
  }
}

function bytesOf(sources: readonly FetchedSource[]): number {
  return sources.reduce((sum, { bytes }) => sum + bytes, 0);
}
