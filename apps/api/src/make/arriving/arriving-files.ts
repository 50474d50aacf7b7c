import { Inject, Injectable, Logger } from '@nestjs/common';
import { rm, stat } from 'node:fs/promises';
import PQueue from 'p-queue';
import { setTimeout as delay } from 'node:timers/promises';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { BACKGROUND_NICENESS } from '../../infra/process/lower-priority.js';
import { ProcessRegistry } from '../../infra/process/process-registry.js';
import { runProcess, type RunOptions } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { traced } from '../../infra/tracing/tracing.js';
import { bytesOf, type FilePlan, type FfmpegRun, type Streams } from '../file-plan.js';
import { muxBounds, secondsWritten, unwrittenEnd } from '../ffmpeg.js';
import { isComplaint, isOfPictures } from '../gate/complaints.js';
import { type Decoded, decodesAhead } from '../gate/decode-plan.js';
import { type BlankRun, findBlankRuns } from '../gate/blank-runs.js';
import { PacketReader, type StreamScan } from '../gate/packet-scan.js';
import type { FetchedSource, MakeContext } from '../maker.port.js';
import { LastLines } from '../output/output-lines.js';
import type { Probe } from '../probe-schema.js';
import { Prober } from '../probe.js';
import type { ReadPictures } from '../gate/good-pictures.js';
import { MediaReader } from '../gate/media-reader.js';
import { arrivingArgv, type ArrivingInput } from './arriving-argv.js';
import { ArrivingFile } from './arriving-file.js';
import { hasGoodPicturesArriving } from './arriving-pictures.js';
import { type Arrived, ArrivingWork, type Ends } from './arriving-work.js';
import { headBytes, isMatroska } from './head-bytes.js';
import { untilPipesKeepUp } from './pipe-speed.js';
import { watchOutput } from './watch-output.js';

/** Longer than any download may take. */
const LONGEST_MS = 12 * 60 * 60_000;

/**
 * How many seconds out of order packets may be. If video and audio that play together are stored
 * further apart, players have to seek back and forth in the file.
 */
const MOST_BACK_SECONDS = 5;

interface ArrivingOptions {
  readonly output: string;
  /** Called with the size of the output so far, in bytes. */
  readonly onWritten: (bytes: number) => void;
}

/**
 * Writes a file while its sources are still arriving, if they can be read from start to end. One
 * ffmpeg process reads every byte once, from a pipe. It writes the file, lists the packets, parses
 * them and, where that is cheap, decodes them. If the sources arrive much faster than the pipes can
 * pass them on, one process does the same with the files on disk. If anything unusual happens, the
 * attempt is abandoned, and `FileAttempts` makes the file from the sources on disk and decides what
 * is wrong.
 */
@Injectable()
export class ArrivingFiles {
  private readonly logger = new Logger(ArrivingFiles.name);
  private running = 0;
  /** Limits how many programs decode pictures, because many slow sources may get there at once. */
  private readonly pictureTurns = new PQueue({ concurrency: 2 });

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'MERGE_CONCURRENCY'>,
    private readonly programs: ProgramsService,
    private readonly processes: ProcessRegistry,
    private readonly prober: Prober,
    private readonly reader: MediaReader,
  ) {}

  /** Begins writing as soon as enough of each source has arrived. */
  begin(plan: FilePlan, context: MakeContext, options: ArrivingOptions): ArrivingWork {
    const remove = async (): Promise<void> => {
      await rm(options.output, { force: true });
      options.onWritten(0);
    };
    const attempt = async (
      { streams, writing, pictures }: Described,
      from: readonly ArrivingFile[] | 'disk',
      signal: AbortSignal,
    ): Promise<Arrived | null> => {
      if (this.running >= this.env.MERGE_CONCURRENCY) {
        return null;
      }
      // The number of concurrent attempts is limited, because there may be more slow sources than
      // slots.
      this.running += 1;
      try {
        await context.reserve(plan.roomFor(streams));
        return await traced('make', {}, () =>
          this.write({ plan, context, from, streams, writing, pictures, ...options }, signal),
        );
      } catch (error) {
        const why = error instanceof Error ? error.message : error;
        this.logger.debug({
          msg: 'A file could not be written in one run; starting again with separate runs',
          why,
        });
        await remove();
        return null;
      } finally {
        this.running -= 1;
      }
    };
    let described: Described | null = null;
    return new ArrivingWork(plan, context, {
      whileArriving: async (files, ends) => {
        const signal = ends.whileArriving;
        described = await this.describe(files, plan, ends);
        if (plan.isSlow !== true) {
          await untilPipesKeepUp(files, (ms) => delay(ms, undefined, { signal }));
        }
        return described && attempt(described, files, signal);
      },
      fromDisk: async (sources, signal) => {
        const known = described;
        return (
          known && attempt({ ...known, streams: { ...known.streams, sources } }, 'disk', signal)
        );
      },
      remove,
    });
  }

  /** @returns null if the sources have to be on disk before they can be read */
  private async describe(
    files: readonly ArrivingFile[],
    plan: FilePlan,
    ends: Ends,
  ): Promise<Described | null> {
    const streams = await this.streamsOf(files, plan, ends.whileArriving);
    const writing = (streams && (await plan.whileArriving?.(streams))) ?? null;
    return (
      streams &&
      writing && { streams, writing, pictures: this.picturesOf(files, plan, streams, ends.attempt) }
    );
  }

  /** @returns null if a source has to be on disk before it can be read */
  private async streamsOf(
    files: readonly ArrivingFile[],
    { isIndexed = false }: FilePlan,
    signal: AbortSignal,
  ): Promise<Streams | null> {
    const heads = await Promise.all(files.map((file) => headBytes(file, signal)));
    const probes = await Promise.all(
      files.map(async (file, index) => {
        const bytes = heads[index] ?? null;
        const head = bytes === null ? null : await file.read(0, bytes);
        // Matroska stores times in milliseconds, without decoding times. When writing an MP4,
        // ffmpeg 5.1 derives them correctly only if it does nothing else with the packets.
        return head === null || (isIndexed && isMatroska(head))
          ? null
          : this.prober.probe(head, signal);
      }),
    );
    const known = probes.filter((probe) => probe !== null && probe.streams.length > 0);
    return known.length < files.length
      ? null
      : { probes: known as Probe[], sources: files.map((file) => file.asSource()) };
  }

  private async write(job: Job, signal: AbortSignal): Promise<Arrived | null> {
    const { plan, from, streams, writing, pictures, output, onWritten } = job;
    const program = this.programs.find('ffmpeg');
    if (program === null) {
      return null;
    }
    const { probes, sources } = streams;
    // If writing decodes everything, that need not be done twice.
    const decodesAll = plan.decodes?.(streams) ?? false;
    const inputs = inputsOf(plan, streams, decodesAll);
    const failed = new AbortController();
    const ended = AbortSignal.any([signal, failed.signal]);
    const end = (error: unknown): void => failed.abort(error);
    const packets = new PacketReader();
    const lines = linesOf(job, inputs, end);
    const files = from === 'disk' ? [] : from;
    const hasArrived = (): boolean => files.every(({ isComplete }) => isComplete);
    const stopWatching = watchOutput(output, { hasArrived, onWritten, onError: end });
    const blanks = from === 'disk' ? blankRunsOf(sources, ended) : null;
    blanks?.catch(end);
    try {
      const read = from === 'disk' ? sources.map(({ path }) => path) : 'pipes';
      await runProcess(program, arrivingArgv(inputs, writing, output, read), {
        ...{ timeoutMs: LONGEST_MS, signal: ended, maxOutputBytes: Infinity },
        bounds: { ...muxBounds(bytesOf(sources)), ...writing.bounds },
        ...(writing.bounds !== undefined && { niceness: BACKGROUND_NICENESS }),
        onStart: (pid) => this.processes.track(pid),
        onOutput: (chunk) => packets.push(chunk),
        onError: (chunk) => lines.push(chunk),
        feeds: feedsOf(files, { signal: ended, onError: end }),
      });
      await Promise.all([blanks, stopWatching()]);
      ended.throwIfAborted();
    } catch (error) {
      throw ended.aborted ? ended.reason : error;
    } finally {
      // ffmpeg may not have needed all of a source. Stop waiting for the rest.
      end(new Error('ffmpeg has ended'));
      await stopWatching();
    }
    const problem = unwrittenEnd(lines.text());
    if (problem !== null) {
      throw problem;
    }
    if (packets.back > MOST_BACK_SECONDS) {
      throw new Error(`packets are ${packets.back} s out of order`);
    }
    onWritten((await stat(output)).size);
    const runs = (await blanks) ?? files.map((file) => file.blankRuns());
    return {
      probes,
      found: inputs.map((input, index) => ({
        streams: streamsOf(input, packets.result(), writing.offsets?.[index] ?? 0),
        blankRuns: runs[index] ?? null,
        decoded: decodesAll ? 'all' : input.decoded,
        hasPictures: pictures[index] ?? Promise.resolve(false),
      })),
    };
  }

  /**
   * For each source of which nothing else is decoded, whether a few pictures are good. They are
   * decoded while the rest arrives, so that the check at the end takes a third of a second less. The
   * promises never reject.
   */
  private picturesOf(
    files: readonly ArrivingFile[],
    plan: FilePlan,
    streams: Streams,
    signal: AbortSignal,
  ): Promise<boolean>[] {
    const decodesAll = plan.decodes?.(streams) ?? false;
    const pageSeconds = plan.page.durationSeconds;
    const inputs = inputsOf(plan, streams, decodesAll);
    return files.map(async (file, index) => {
      const input = inputs[index];
      if (decodesAll || input?.decoded !== 'none') {
        return false;
      }
      const read: ReadPictures = (how) =>
        this.pictureTurns.add(() => this.reader.read(file.path, how, signal));
      const source = { ...input, pageSeconds };
      return hasGoodPicturesArriving(read, file, source, signal).catch(() => false);
    });
  }
}

/**
 * Finds runs of zeros in complete sources; in others, they are found while the bytes are passed on.
 */
function blankRunsOf(
  sources: readonly FetchedSource[],
  signal: AbortSignal,
): Promise<(BlankRun[] | null)[]> {
  return Promise.all(sources.map(({ path }) => findBlankRuns(path, signal)));
}

/** Writes each file to its pipe as it arrives. */
function feedsOf(
  files: readonly ArrivingFile[],
  { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
): NonNullable<RunOptions['feeds']> {
  return files.map((file) => (pipe) => {
    const others = files.filter((other) => other !== file);
    file.feed(pipe, others, signal).catch((error: unknown) => {
      // Otherwise, ffmpeg would see the end of its input and treat the source as complete.
      onError(error);
      pipe.destroy();
    });
  });
}

/** Collects ffmpeg's messages, and reports its progress and its first complaint. */
function linesOf(
  { context, writing }: Pick<Job, 'context' | 'writing'>,
  inputs: readonly ArrivingInput[],
  onComplaint: (error: Error) => void,
): LastLines {
  const hasVideo = inputs.some(({ wanted }) => wanted.includes('video'));
  return new LastLines((line) => {
    const seconds = secondsWritten(line);
    if (seconds !== null) {
      context.progress.writing(writing.seconds === 0 ? 0 : seconds / writing.seconds);
    } else if (isComplaint(line) && (hasVideo || !isOfPictures(line))) {
      onComplaint(new Error(line));
    }
  });
}

/** The streams according to the first bytes of each source, and how to write the file. */
interface Described {
  readonly streams: Streams;
  readonly writing: FfmpegRun;
  /** For each source, whether a few pictures of it are good; known once it is complete. */
  readonly pictures: readonly Promise<boolean>[];
}

interface Job extends ArrivingOptions, Described {
  readonly plan: FilePlan;
  readonly context: Pick<MakeContext, 'progress'>;
  /** The files that are still arriving, or 'disk' to read the complete sources. */
  readonly from: readonly ArrivingFile[] | 'disk';
}

function inputsOf(
  plan: FilePlan,
  { probes, sources }: Streams,
  decodesAll: boolean,
): ArrivingInput[] {
  return probes.map((probe, index) => {
    const outlook = { probe, wanted: plan.wanted(index), bytes: sources[index]?.bytes ?? 0 };
    // What is too expensive now is decoded later, as far as it is cheap (`checkRest`).
    const decoded: Decoded = decodesAll ? 'none' : decodesAhead({ ...outlook, taskSeconds: 0 });
    return { ...outlook, decoded };
  });
}

/** The streams of one input, with the times that they have in its source. */
function streamsOf(
  { probe, wanted }: ArrivingInput,
  streams: readonly StreamScan[],
  offset: number,
): StreamScan[] {
  const later = probe.startSeconds - offset;
  return streams
    .filter(({ type }) => wanted.includes(type))
    .map((stream) => ({
      ...stream,
      start: stream.start + later,
      end: stream.end + later,
      last: stream.last + later,
      keys: stream.keys.map((key) => key + later),
    }));
}
