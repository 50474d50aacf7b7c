import { Inject, Injectable, Logger } from '@nestjs/common';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { MergePlan } from '../../extract/merge-plan.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { DomainError } from '../../infra/http/domain-error.js';
import { boundDuration } from '../../extract/bound-duration.js';
import type { ProgressMeter } from '../../merge/progress-meter.js';
import { problemWith } from '../gate.js';
import { Muxer } from '../ffmpeg.js';
import { indexRoom } from './index-room.js';
import { muxOptions } from './mux-options.js';
import { type Probe, withoutDurations } from '../probe-schema.js';
import { Prober } from '../probe.js';

interface MakeInput {
  readonly plan: MergePlan;
  /** Paths of the fetched streams: the picture (or the only one) first. */
  readonly inputs: readonly string[];
  readonly folder: string;
  readonly meter: ProgressMeter;
  readonly signal: AbortSignal;
}

/** From fetched streams to one checked file. */
@Injectable()
export class FileMaker {
  private readonly logger = new Logger(FileMaker.name);

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly muxer: Muxer,
    private readonly prober: Prober,
  ) {}

  /**
   * @returns the path of the file, in the work folder.
   * @throws DomainError SOURCE_INCOMPLETE when what came out is not what was asked for, MEDIA_TOO_LONG.
   */
  async make(input: MakeInput): Promise<string> {
    const { plan, inputs, folder, meter, signal } = input;
    meter.merging(0);
    const output = join(folder, 'joined');
    const sources = await this.probeSources(inputs, signal);
    const room = indexRoom(sources, meter.arrived);
    let result = await this.joinInRoom(input, output, { sources, indexRoom: room });
    if (result === null) {
      await this.join(input, output, { sources, indexRoom: null });
      result = await this.finish(output, { meter, signal });
    }
    const problem = problemWith(result, {
      video: plan.main.video,
      audio: plan.sound?.audio ?? plan.main.audio,
      pageDuration: plan.durationSeconds,
      sources,
    });
    if (problem !== null) {
      this.logger.warn({ msg: 'A made file was refused', problem });
      throw new DomainError('SOURCE_INCOMPLETE', { cause: problem });
    }
    return output;
  }

  /** @returns null when the room was too small: ffmpeg 5.1 leaves no index then and calls that a success, later ones fail. */
  private async joinInRoom(
    input: MakeInput,
    output: string,
    { sources, indexRoom }: { sources: readonly Probe[]; indexRoom: number | null },
  ): Promise<Probe | null> {
    if (indexRoom === null) {
      return null;
    }
    try {
      await this.join(input, output, { sources, indexRoom });
      return await this.finish(output, input);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'MERGE_FAILED') {
        return null;
      }
      throw error;
    }
  }

  /** Makes a file durable and looks into it: neither need wait for the other. */
  private async finish(
    output: string,
    { meter, signal }: Pick<MakeInput, 'meter' | 'signal'>,
  ): Promise<Probe | null> {
    meter.checking();
    const [result] = await Promise.all([this.prober.probe(output, signal), syncFile(output)]);
    return result;
  }

  private async join(
    { plan, inputs, meter, signal }: MakeInput,
    output: string,
    { sources, indexRoom }: { sources: readonly Probe[]; indexRoom: number | null },
  ): Promise<void> {
    const seconds = Math.max(
      plan.durationSeconds ?? 0,
      ...sources.map((source) => source.durationSeconds ?? 0),
    );
    await this.muxer.mux({
      inputs,
      output,
      signal,
      options: muxOptions({
        container: plan.container,
        inputs: plan.sound === null ? 1 : 2,
        isAudio: plan.isAudio,
        title: plan.title,
        indexRoom,
      }),
      onProgress: (written) => meter.merging(seconds === 0 ? 0 : written / seconds),
    });
  }

  private async probeSources(inputs: readonly string[], signal: AbortSignal): Promise<Probe[]> {
    const probes = await Promise.all(inputs.map((input) => this.prober.probe(input, signal)));
    return probes.map((probe) => {
      if (probe === null || probe.streams.length === 0) {
        throw new DomainError('SOURCE_INCOMPLETE', { cause: 'a source is not media' });
      }
      // Pages that tell no duration could not be refused before.
      const known = probe.guessed ? withoutDurations(probe) : probe;
      boundDuration(known.durationSeconds ?? 0, this.env.MAX_DURATION_SECONDS);
      return known;
    });
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
