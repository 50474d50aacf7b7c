import { Inject, Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFormat } from '../../extract/source-info.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { DomainError } from '../../infra/http/domain-error.js';
import { boundDuration } from '../../source/bounds.js';
import { SOMEWHERE, SourceDamaged, type Span } from '../../source/source-damaged.js';
import { IndexDoesNotFit, Muxer } from '../ffmpeg.js';
import { lackOf, shortfallOf } from '../gate/compare.js';
import { joined } from '../gate/damage-spans.js';
import { SourceChecker, type SourceReport } from '../gate/source-check.js';
import {
  type FetchedSource,
  FileMaker,
  type Made,
  type MakeContext,
  type Maker,
} from '../maker.port.js';
import { measured, type Probe, withoutDurations } from '../probe-schema.js';
import { Prober } from '../probe.js';
import type { Join } from '../recipe.js';
import { both } from './both.js';
import { expectationOf, wantedOf } from './expectation.js';
import { fingerprint } from './fingerprint.js';
import { moovSize } from './moov-size.js';
import { hasIndex, muxOptions } from './mux-options.js';
import { offsets } from './offsets.js';

/** A work folder at its fullest, as a multiple of the sources: they, the joined file and its index. */
const ROOM_FACTOR = 2.1;
/** What a second fetch may mend: the bytes may have been damaged on their way. */
const MENDABLE = ['SOURCE_INCOMPLETE', 'MERGE_FAILED'];

/** Fetched streams, and where the file is to be written. */
interface JoinJob {
  readonly recipe: Join;
  readonly context: MakeContext;
  readonly sources: readonly FetchedSource[];
  readonly probes: readonly Probe[];
  readonly output: string;
  /** Told the size of the output, bytes. */
  readonly onWritten: (bytes: number) => void;
  /** When the task began, by `performance.now()`. */
  readonly begunMs: number;
}

/** What fetching and joining came to. */
interface Attempt {
  readonly sources: readonly FetchedSource[];
  /** Null when there is no file. */
  readonly output: string | null;
  /** Why there is none. */
  readonly failure: DomainError | null;
  /** What is wrong with it, for the log; null when it is whole. */
  readonly problem: string | null;
  readonly damage: readonly Span[];
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
    private readonly checker: SourceChecker,
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
   * A file that fails its check is made once more from bytes fetched anew. When these are the same,
   * the source itself is damaged.
   * @throws SourceDamaged, DomainError SOURCE_INCOMPLETE when the result is not what was asked for,
   * MEDIA_TOO_LONG, what the context and the muxer throw, or the reason of the signal.
   */
  async make(recipe: Join, context: MakeContext): Promise<Made> {
    const begunMs = performance.now();
    const first = await this.attempt(recipe, context, { begunMs, anew: false });
    const made = await this.accepted(first, recipe, context);
    if (made !== null) {
      return made;
    }
    this.logger.warn({ msg: 'A made file was refused; fetching anew', problem: first.problem });
    const before = await this.fingerprintOf(first, context);
    await this.remove(first, context);
    const second = await this.attempt(recipe, context, { begunMs, anew: true });
    const mended = await this.accepted(second, recipe, context);
    if (mended !== null) {
      return mended;
    }
    this.logger.warn({ msg: 'A made file was refused', problem: second.problem });
    const { failure, problem, damage } = second;
    if (failure === null && (await this.fingerprintOf(second, context)) === before) {
      throw new SourceDamaged(damage, problem);
    }
    throw failure ?? new DomainError('SOURCE_INCOMPLETE', { cause: problem });
  }

  /** Fetches, joins and checks. @throws what another attempt would not change. */
  private async attempt(
    recipe: Join,
    context: MakeContext,
    { begunMs, anew }: { begunMs: number; anew: boolean },
  ): Promise<Attempt> {
    const sources = await context.fetch(this.sources(recipe), recipe, anew);
    await context.reserve(this.roomFor(bytesOf(sources)));
    context.progress.merging(0);
    const output = join(context.folder, 'joined');
    let written = 0;
    const onWritten = (bytes: number): void => {
      context.count(bytes - written);
      written = bytes;
    };
    try {
      const probes = await this.probeSources(sources, context.signal);
      const job = { recipe, context, sources, probes, output, onWritten, begunMs };
      return { sources, output, failure: null, ...(await this.joinAndCheck(job)) };
    } catch (error) {
      if (!(error instanceof DomainError) || !MENDABLE.includes(error.code)) {
        throw error;
      }
      await rm(output, { force: true });
      onWritten(0);
      return { sources, output: null, failure: error, problem: error.message, damage: [] };
    }
  }

  /** Sources are checked while they are joined: one takes the disk, the other a processor. */
  private async joinAndCheck(job: JoinJob): Promise<Pick<Attempt, 'problem' | 'damage'>> {
    const { context, output } = job;
    const [, reports] = await both(
      context.signal,
      (signal) => this.mux(job, signal),
      (signal) => this.checkSources(job, signal),
    );
    job.onWritten((await stat(output)).size);
    context.progress.checking();
    const problem = await this.problemOf(job, reports);
    const problems = [
      ...reports.flatMap((report) => report.problems),
      ...(problem === null ? [] : [problem.text]),
    ];
    const damage = joined([...job.sources, ...reports].flatMap((found) => found.damage ?? []));
    return {
      problem: problems.length === 0 ? null : problems.join('; '),
      damage: damage.length === 0 && problem !== null ? problem.damage : damage,
    };
  }

  /** The file, where it is good or the visitor takes what there is; else null. */
  private async accepted(
    { sources, output, problem, damage }: Attempt,
    { container }: Join,
    context: MakeContext,
  ): Promise<Made | null> {
    if (output === null || (problem !== null && !context.acceptsDamage)) {
      return null;
    }
    await this.removeSources(sources, context);
    const places = problem === null || damage.length > 0 ? damage : [SOMEWHERE];
    return { path: output, ext: container, damage: places };
  }

  private fingerprintOf({ sources }: Attempt, { signal }: MakeContext): Promise<string> {
    return fingerprint(
      sources.map(({ path }) => path),
      signal,
    );
  }

  private async remove({ sources, output }: Attempt, context: MakeContext): Promise<void> {
    if (output !== null) {
      const { size } = await stat(output);
      await rm(output);
      context.count(-size);
    }
    await this.removeSources(sources, context);
  }

  /** Not needed any more: pages that the kernel has not written yet need never be. */
  private async removeSources(
    sources: readonly FetchedSource[],
    context: MakeContext,
  ): Promise<void> {
    await Promise.all(sources.map(({ path }) => rm(path)));
    context.count(-bytesOf(sources));
  }

  private checkSources(job: JoinJob, signal: AbortSignal): Promise<SourceReport[]> {
    const taskSeconds = (performance.now() - job.begunMs) / 1000;
    return Promise.all(
      job.sources.map(({ path }, index) => {
        const probe = job.probes[index];
        if (probe === undefined) {
          throw new RangeError('a source without a probe');
        }
        const wanted = wantedOf(job.recipe, index);
        return this.checker.check(path, {
          ...{ wanted, probe, taskSeconds, signal },
          isSegmented: this.sources(job.recipe)[index]?.protocol !== 'file',
        });
      }),
    );
  }

  /** In one pass where the room for the index can be told, else in two. */
  private async mux(job: JoinJob, signal: AbortSignal): Promise<void> {
    const { container, durationSeconds } = job.recipe;
    const size = { totalBytes: bytesOf(job.sources), pageSeconds: durationSeconds };
    const room = hasIndex(container) ? moovSize(job.probes, size) : null;
    try {
      await this.runMuxer(job, signal, room);
    } catch (error) {
      if (room === null || !(error instanceof IndexDoesNotFit)) {
        throw error;
      }
      this.logger.log({ msg: 'One pass did not do, trying two', room });
      await this.runMuxer(job, signal, null);
    }
  }

  private async runMuxer(
    { recipe, context, sources, probes, output, onWritten }: JoinJob,
    signal: AbortSignal,
    room: number | null,
  ): Promise<void> {
    const { container, sound, isAudio, title, durationSeconds } = recipe;
    const seconds = Math.max(
      durationSeconds ?? 0,
      ...probes.map((probe) => probe.durationSeconds ?? 0),
    );
    await this.muxer.mux({
      inputs: sources.map(({ path }) => path),
      offsets: offsets(probes),
      output,
      signal,
      onWritten,
      options: muxOptions({
        ...{ container, isAudio, title, moovSize: room },
        inputs: sound === null ? 1 : 2,
      }),
      onProgress: (written) => context.progress.merging(seconds === 0 ? 0 : written / seconds),
    });
  }

  /** What is wrong with the joined file, beside its sources. @throws DomainError when it is of no use */
  private async problemOf(
    { recipe, context, sources, probes, output }: JoinJob,
    reports: readonly SourceReport[],
  ): Promise<{ text: string; damage: readonly Span[] } | null> {
    const wanted = recipe.sound === null ? wantedOf(recipe, 0) : (['video', 'audio'] as const);
    const [result, { streams, complaints }] = await Promise.all([
      this.prober.probe(output, context.signal),
      this.checker.readJoined(output, wanted, context.signal),
    ]);
    const found = result && measured(result, streams);
    const expected = expectationOf(recipe, {
      sources,
      probes: probes.map((probe, index) => measured(probe, reports[index]?.streams ?? [])),
    });
    const lack = lackOf(found, expected);
    if (found === null || lack !== null) {
      throw new DomainError('SOURCE_INCOMPLETE', { cause: lack });
    }
    const [complaint] = complaints;
    if (complaint !== undefined) {
      return { text: complaint.text, damage: [] };
    }
    const shortfall = shortfallOf(found, expected);
    return shortfall === null
      ? null
      : { text: shortfall, damage: [{ from: found.durationSeconds ?? 0, to: Infinity }] };
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
