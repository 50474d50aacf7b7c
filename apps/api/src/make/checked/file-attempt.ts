import { Inject, Injectable } from '@nestjs/common';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { traced } from '../../infra/tracing/tracing.js';
import { boundDuration } from '../../source/files/bounds.js';
import type { Span } from '../../source/client/source-damaged.js';
import type { Arrived, ArrivingWork } from '../arriving/arriving-work.js';
import { ArrivingFiles } from '../arriving/arriving-files.js';
import { Muxer } from '../ffmpeg.js';
import { describeMissing, describeShortfall } from '../gate/compare.js';
import { mergeSpans } from '../gate/damage-spans.js';
import type { Complaint, WantedStreams } from '../gate/media-reader.js';
import { SourceChecker, type SourceReport } from '../gate/source-check.js';
import type { FetchedSource, MakeContext } from '../maker.port.js';
import { correctProbe, type Probe, withoutDurations } from '../probe-schema.js';
import { Prober } from '../probe.js';
import { runBoth } from './run-both.js';
import type { FilePlan, Output, Streams } from '../file-plan.js';

/** Failures that a second fetch may fix, because the bytes may have been damaged in transit. */
const MENDABLE = ['SOURCE_INCOMPLETE', 'MERGE_FAILED'];

export interface Attempt {
  readonly sources: readonly FetchedSource[];
  /** Path of the finished file; null if it could not be made. */
  readonly output: string | null;
  /** Why the file could not be made; null if it was made. */
  readonly failure: DomainError | null;
  /** What is wrong with the file, for the log; null if it is good. */
  readonly problem: string | null;
  readonly damage: readonly Span[];
}

interface AttemptOptions {
  /** When the task began, from `performance.now()`. */
  readonly begunMs: number;
  /** True to fetch everything again, ignoring what is on disk. */
  readonly anew: boolean;
}

interface Job extends Streams {
  readonly plan: FilePlan;
  readonly context: MakeContext;
  readonly output: string;
  /** Called with the size of the output so far, in bytes. */
  readonly onWritten: (bytes: number) => void;
  readonly begunMs: number;
}

@Injectable()
export class FileAttempts {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'MAX_DURATION_SECONDS'>,
    private readonly muxer: Muxer,
    private readonly prober: Prober,
    private readonly checker: SourceChecker,
    private readonly arriving: ArrivingFiles,
  ) {}

  /**
   * Fetches, writes and checks a file once.
   * @throws failures that another attempt would not fix.
   */
  async attempt(
    plan: FilePlan,
    context: MakeContext,
    { begunMs, anew }: AttemptOptions,
  ): Promise<Attempt> {
    const output = join(context.folder, 'made');
    let written = 0;
    const onWritten = (bytes: number): void => {
      context.count(bytes - written);
      written = bytes;
    };
    const mayFollow = plan.whileArriving !== undefined && !anew && !context.acceptsDamage;
    const arriving = mayFollow ? this.arriving.begin(plan, context, { output, onWritten }) : null;
    const sources = await this.fetch(plan, context, { anew, arriving });
    context.progress.merging(0);
    try {
      const arrived = (await arriving?.finish(sources)) ?? null;
      context.signal.throwIfAborted();
      const task = { plan, context, sources, output, onWritten, begunMs };
      if (arrived !== null && (await this.isGood({ ...task, ...arrived }))) {
        return { sources, output, failure: null, problem: null, damage: [] };
      }
      const probes = await this.probeSources(sources, context.signal);
      await context.reserve(plan.roomFor({ sources, probes }));
      const job: Job = { ...task, probes };
      return { sources, output, failure: null, ...(await this.writeAndCheck(job)) };
    } catch (error) {
      if (!(error instanceof DomainError) || !MENDABLE.includes(error.code)) {
        throw error;
      }
      await rm(output, { force: true });
      onWritten(0);
      return { sources, output: null, failure: error, problem: error.message, damage: [] };
    }
  }

  private async fetch(
    plan: FilePlan,
    context: MakeContext,
    { anew, arriving }: { anew: boolean; arriving: ArrivingWork | null },
  ): Promise<FetchedSource[]> {
    try {
      return await (plan.fetch?.(context, anew) ??
        context.fetch(plan.sources, plan.page, anew, arriving?.follower));
    } catch (error) {
      await arriving?.stop();
      throw error;
    }
  }

  /**
   * Checks a file that was written while its sources arrived.
   * @returns false if anything is wrong with it. It is then removed, so that it can be made again from
   *   the sources on disk, which shows what is wrong and where.
   */
  private async isGood(job: Job & Arrived): Promise<boolean> {
    const { context, output, probes, found, onWritten } = job;
    probes.forEach((probe) => this.boundDuration(probe));
    context.progress.checking();
    const problem = await traced('check', { checked: 'file' }, async () => {
      const [rest, ofFile] = await runBoth(
        context.signal,
        (signal) => this.checkRest(job, signal),
        () => this.problemOf(job, found),
      );
      return rest ?? ofFile?.text ?? null;
    }).catch((error: unknown) => {
      if (!(error instanceof DomainError) || !MENDABLE.includes(error.code)) {
        throw error;
      }
      return error.message;
    });
    if (problem === null) {
      return true;
    }
    await rm(output, { force: true });
    onWritten(0);
    return false;
  }

  /** @returns the first problem of a source that was read while it arrived; null if there is none. */
  private async checkRest(
    { plan, sources, probes, found, begunMs }: Job & Arrived,
    signal: AbortSignal,
  ): Promise<string | null> {
    const taskSeconds = (performance.now() - begunMs) / 1000;
    const reports = await Promise.all(
      probes.map(async (probe, index) => {
        const [source, before] = [sources[index], found[index]];
        return source && before
          ? this.checker.checkRest(source.path, before, {
              ...{ wanted: plan.wanted(index), probe, taskSeconds, signal },
              isSegmented: plan.sources[index]?.protocol !== 'file',
            })
          : null;
      }),
    );
    return reports.flatMap((report) => report?.problems ?? ['a source was not read'])[0] ?? null;
  }

  /**
   * Checks the sources while the file is being written. The two barely slow each other down,
   * because writing is limited by the disk, and checking by the processor.
   */
  private async writeAndCheck(job: Job): Promise<Pick<Attempt, 'problem' | 'damage'>> {
    const { context, output } = job;
    const heard = new HeardWhileWriting(job.plan.decodes?.(job) ?? false);
    const [, reports] = await runBoth(
      context.signal,
      (signal) => heard.during(traced('make', {}, () => this.write(job, heard, signal))),
      (signal) =>
        traced('check', { checked: 'sources' }, () => this.checkSources(job, heard, signal)),
    );
    job.onWritten((await stat(output)).size);
    context.progress.checking();
    const problem = await traced('check', { checked: 'file' }, () => this.problemOf(job, reports));
    const problems = [
      ...reports.flatMap((report) => report.problems),
      ...(problem === null ? [] : [problem.text]),
    ];
    const damage = mergeSpans([...job.sources, ...reports].flatMap((found) => found.damage ?? []));
    return {
      problem: problems.length === 0 ? null : problems.join('; '),
      damage: damage.length === 0 && problem !== null ? problem.damage : damage,
    };
  }

  private write(job: Job, heard: HeardWhileWriting, signal: AbortSignal): Promise<void> {
    const { plan, context, sources, probes, output: path, onWritten } = job;
    const output: Output = {
      path,
      signal,
      mux: ({ inputs = sources.map((source) => source.path), seconds, ...writing }) =>
        this.muxer.mux({
          ...writing,
          ...{ inputs, output: path, signal, onWritten },
          ...(heard.isAsked && { onComplaint: heard.note }),
          onProgress: (written) => context.progress.merging(seconds === 0 ? 0 : written / seconds),
        }),
    };
    return plan.write({ sources, probes }, output);
  }

  private checkSources(
    { plan, sources, probes, begunMs }: Job,
    heard: HeardWhileWriting,
    signal: AbortSignal,
  ): Promise<SourceReport[]> {
    const taskSeconds = (performance.now() - begunMs) / 1000;
    return Promise.all(
      sources.map(({ path }, index) => {
        const probe = probes[index];
        if (probe === undefined) {
          throw new RangeError('a source without a probe');
        }
        return this.checker.check(path, {
          ...{ wanted: plan.wanted(index), probe, taskSeconds, signal },
          isSegmented: plan.sources[index]?.protocol !== 'file',
          ...(heard.isAsked && { decodedBy: heard.complaints }),
        });
      }),
    );
  }

  /**
   * @returns what is wrong with the file itself, for the log.
   * @throws DomainError if the file is unusable.
   */
  private async problemOf(
    { plan, context, sources, probes, output }: Job,
    reports: readonly Pick<SourceReport, 'streams'>[],
  ): Promise<{ text: string; damage: readonly Span[] } | null> {
    if (plan.judge !== undefined) {
      const text = await plan.judge(output);
      return text === null ? null : { text, damage: [] };
    }
    const { contents: found, fault } = await this.checker.readMade(output, {
      wanted: wantedOfAll(plan),
      isIndexed: plan.isIndexed ?? false,
      signal: context.signal,
    });
    const expected = plan.expected({
      sources,
      probes: probes.map((probe, index) => correctProbe(probe, reports[index]?.streams ?? [])),
    });
    const lack = describeMissing(found, expected);
    if (found === null || lack !== null) {
      throw new DomainError('SOURCE_INCOMPLETE', { cause: lack });
    }
    if (fault !== null) {
      return { text: fault, damage: [] };
    }
    const shortfall = describeShortfall(found, expected);
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
      // If the page gave no duration, this is the first time that the limit can be enforced.
      const known = probe.guessed ? withoutDurations(probe) : probe;
      this.boundDuration(known);
      return known;
    });
  }

  private boundDuration({ durationSeconds }: Probe): void {
    boundDuration(durationSeconds ?? 0, this.env.MAX_DURATION_SECONDS);
  }
}

/** Maximum number of complaints kept, because a long source may be damaged in every frame. */
const MOST_COMPLAINTS = 2000;

/** Collects what the decoders complain about while the file is being written. */
class HeardWhileWriting {
  private readonly noted: Complaint[] = [];
  private end = (): void => undefined;
  /** Resolves with all complaints once writing has ended, even if writing failed. */
  readonly complaints = new Promise<readonly Complaint[]>((resolve) => {
    this.end = () => resolve(this.noted);
  });

  constructor(readonly isAsked: boolean) {}

  readonly note = (text: string): void => {
    if (this.noted.length < MOST_COMPLAINTS) {
      this.noted.push({ text, after: null, before: null });
    }
  };

  during(writing: Promise<void>): Promise<void> {
    return writing.finally(this.end);
  }
}

function wantedOfAll(plan: FilePlan): WantedStreams {
  const wanted = plan.sources.flatMap((_, index) => plan.wanted(index));
  return (['video', 'audio'] as const).filter((type) => wanted.includes(type));
}
