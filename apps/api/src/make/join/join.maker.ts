import { Inject, Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SourceFormat } from '../../extract/source-info.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { DomainError } from '../../infra/http/domain-error.js';
import { boundDuration } from '../../source/bounds.js';
import { Muxer } from '../ffmpeg.js';
import { problemWith } from '../gate.js';
import { FileMaker, type Made, type MakeContext, type Maker } from '../maker.port.js';
import { type Probe, withoutDurations } from '../probe-schema.js';
import { Prober } from '../probe.js';
import type { Join } from '../recipe.js';
import { indexRoom } from './index-room.js';
import { muxOptions } from './mux-options.js';

/** A work folder at its fullest, as a multiple of the sources: they, the joined file and its index. */
const ROOM_FACTOR = 2.1;

/** What stands in the folder once everything has been fetched. */
interface Fetched {
  readonly paths: readonly string[];
  readonly probes: readonly Probe[];
  readonly output: string;
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
    const sources = await context.fetch(this.sources(recipe));
    const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
    await context.reserve(Math.ceil(bytes * ROOM_FACTOR));
    context.progress.merging(0);
    const paths = sources.map(({ path }) => path);
    const probes = await this.probeSources(paths, context.signal);
    const fetched = { paths, probes, output: join(context.folder, 'joined') };
    const room = indexRoom(probes, bytes);
    let result = await this.joinInRoom(recipe, context, fetched, room);
    if (result === null) {
      await this.join(recipe, context, fetched, null);
      context.progress.checking();
      result = await this.prober.probe(fetched.output, context.signal);
    }
    this.refuseProblems(recipe, result, probes);
    return { path: fetched.output, ext: recipe.container };
  }

  /** @returns null when the room was too small: ffmpeg 5.1 leaves no index then and calls that a success, later ones fail. */
  private async joinInRoom(
    recipe: Join,
    context: MakeContext,
    fetched: Fetched,
    room: number | null,
  ): Promise<Probe | null> {
    if (room === null) {
      return null;
    }
    try {
      await this.join(recipe, context, fetched, room);
      context.progress.checking();
      return await this.prober.probe(fetched.output, context.signal);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'MERGE_FAILED') {
        return null;
      }
      throw error;
    }
  }

  private async join(
    { title, container, sound, isAudio, durationSeconds }: Join,
    { signal, progress }: MakeContext,
    { paths, probes, output }: Fetched,
    room: number | null,
  ): Promise<void> {
    const seconds = Math.max(
      durationSeconds ?? 0,
      ...probes.map((probe) => probe.durationSeconds ?? 0),
    );
    await this.muxer.mux({
      inputs: paths,
      output,
      signal,
      options: muxOptions({
        container,
        inputs: sound === null ? 1 : 2,
        isAudio,
        title,
        indexRoom: room,
      }),
      onProgress: (written) => progress.merging(seconds === 0 ? 0 : written / seconds),
    });
  }

  private refuseProblems(
    { main, sound, durationSeconds }: Join,
    result: Probe | null,
    sources: readonly Probe[],
  ): void {
    const problem = problemWith(result, {
      video: main.video,
      audio: sound?.audio ?? main.audio,
      pageDuration: durationSeconds,
      sources,
    });
    if (problem !== null) {
      this.logger.warn({ msg: 'A made file was refused', problem });
      throw new DomainError('SOURCE_INCOMPLETE', { cause: problem });
    }
  }

  private async probeSources(paths: readonly string[], signal: AbortSignal): Promise<Probe[]> {
    const probes = await Promise.all(paths.map((path) => this.prober.probe(path, signal)));
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
