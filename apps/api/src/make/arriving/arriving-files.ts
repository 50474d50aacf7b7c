import { Inject, Injectable, Logger } from '@nestjs/common';
import { rm, stat } from 'node:fs/promises';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { ProcessRegistry } from '../../infra/process/process-registry.js';
import { runProcess } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { traced } from '../../infra/tracing/tracing.js';
import { makeDurable } from '../../infra/storage/make-durable.js';
import type { FilePlan, FfmpegRun, Streams } from '../checked/file-plan.js';
import { LastLines, muxBounds, unwrittenEnd } from '../ffmpeg.js';
import { isComplaint } from '../gate/complaints.js';
import { decodesAhead } from '../gate/decode-plan.js';
import { PacketReader, type StreamScan } from '../gate/packet-scan.js';
import type { MakeContext } from '../maker.port.js';
import type { Probe } from '../probe-schema.js';
import { Prober } from '../probe.js';
import { arrivingArgv, type ArrivingInput } from './arriving-argv.js';
import { ArrivingFile } from './arriving-file.js';
import { type Arrived, ArrivingWork } from './arriving-work.js';
import { headBytes, isMatroska } from './head-bytes.js';

/** Nothing that a fetch may take is longer. */
const LONGEST_MS = 12 * 60 * 60_000;
/** How often the size of the file is looked at, in milliseconds. */
const LOOK_MS = 1000;
/** So many bytes are flushed to disk at a time, so that few are left when the file is published. */
const FLUSH_BYTES = 64 * 1024 * 1024;

/**
 * How many seconds earlier than any packet before it a packet may be shown. Players of a file with a
 * larger distance between picture and sound must jump to and fro in it.
 */
const MOST_BACK_SECONDS = 5;

export interface ArrivingOptions {
  readonly output: string;
  /** Called with the size of the output so far, in bytes. */
  readonly onWritten: (bytes: number) => void;
}

/**
 * Writes a file while its sources arrive, if they can be read from start to end. One ffmpeg reads
 * every byte once, from a pipe: it writes the file, lists the packets, parses them and, where that is
 * cheap, decodes them. Whatever is unusual ends that, and leaves the decision to `FileAttempts`, which
 * then works from the sources on disk.
 */
@Injectable()
export class ArrivingFiles {
  private readonly logger = new Logger(ArrivingFiles.name);
  private running = 0;

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'MERGE_CONCURRENCY'>,
    private readonly programs: ProgramsService,
    private readonly processes: ProcessRegistry,
    private readonly prober: Prober,
  ) {}

  /** Begins once enough of the sources is there. */
  begin(plan: FilePlan, context: MakeContext, options: ArrivingOptions): ArrivingWork {
    const remove = async (): Promise<void> => {
      await rm(options.output, { force: true });
      options.onWritten(0);
    };
    const work = async (
      files: readonly ArrivingFile[],
      signal: AbortSignal,
    ): Promise<Arrived | null> => {
      const streams = await this.describe(files, plan, signal);
      const writing = streams && plan.whileArriving?.(streams);
      if (!streams || !writing || this.running >= this.env.MERGE_CONCURRENCY) {
        return null;
      }
      // Slow sources may outnumber the slots for tasks.
      this.running += 1;
      try {
        await context.reserve(plan.roomFor(streams));
        return await traced('make', {}, () =>
          this.write({ plan, files, streams, writing, ...options }, signal),
        );
      } catch (error) {
        const why = error instanceof Error ? error.message : error;
        this.logger.debug({
          msg: 'A file could not be written while its sources were still arriving',
          why,
        });
        await remove();
        return null;
      } finally {
        this.running -= 1;
      }
    };
    return new ArrivingWork(plan, context, work, remove);
  }

  /** @returns null if a source must be on disk before it can be read. */
  private async describe(
    files: readonly ArrivingFile[],
    { isIndexed = false }: FilePlan,
    signal: AbortSignal,
  ): Promise<Streams | null> {
    const heads = await Promise.all(files.map((file) => headBytes(file, signal)));
    const probes = await Promise.all(
      files.map(async (file, index) => {
        const bytes = heads[index] ?? null;
        const head = bytes === null ? null : await file.read(0, bytes);
        // Matroska has times in milliseconds, and none for decoding. For an MP4, ffmpeg 5.1 works them
        // out, but only in a run that does nothing else with the packets.
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
    const { plan, files, streams, writing, output, onWritten } = job;
    const program = this.programs.find('ffmpeg');
    if (program === null) {
      return null;
    }
    const { probes, sources } = streams;
    const inputs = inputsOf(plan, streams);
    const failed = new AbortController();
    const ended = AbortSignal.any([signal, failed.signal]);
    const end = (error: unknown): void => failed.abort(error);
    const packets = new PacketReader();
    const lines = new LastLines((line) => {
      if (isComplaint(line)) {
        end(new Error(line));
      }
    });
    const stopWatching = watch(output, { onWritten, onError: end });
    try {
      const argv = arrivingArgv(inputs, writing, output);
      await runProcess(program, argv, {
        ...{ timeoutMs: LONGEST_MS, signal: ended, maxOutputBytes: Infinity },
        bounds: muxBounds(sources.reduce((sum, { bytes }) => sum + bytes, 0)),
        onStart: (pid) => this.processes.track(pid),
        onOutput: (chunk) => packets.push(chunk),
        onError: (chunk) => lines.push(chunk),
        feeds: files.map((file) => (pipe) => {
          const others = files.filter((other) => other !== file);
          file.feed(pipe, others, ended).catch((error: unknown) => {
            // To ffmpeg, this is the end of the source, which may look complete.
            end(error);
            pipe.destroy();
          });
        }),
      });
      ended.throwIfAborted();
    } catch (error) {
      throw ended.aborted ? ended.reason : error;
    } finally {
      // Ends what may still be waiting for more of a source that ffmpeg did not need.
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
    return {
      probes,
      found: inputs.map((input, index) => ({
        streams: streamsOf(input, packets.result(), writing.offsets?.[index] ?? 0),
        blankRuns: files[index]?.blankRuns() ?? null,
        decoded: input.decoded,
      })),
    };
  }
}

interface Job extends ArrivingOptions {
  readonly plan: FilePlan;
  readonly files: readonly ArrivingFile[];
  readonly streams: Streams;
  readonly writing: FfmpegRun;
}

function inputsOf(plan: FilePlan, { probes, sources }: Streams): ArrivingInput[] {
  const inputs = probes.map((probe, index) => {
    const outlook = { probe, wanted: plan.wanted(index), bytes: sources[index]?.bytes ?? 0 };
    return { ...outlook, decoded: decodesAhead({ ...outlook, taskSeconds: 0 }) };
  });
  // Decoding a part of the inputs now would spare nobody the rest of it later.
  const isAll = inputs.every(({ decoded }) => decoded !== 'none');
  return isAll ? inputs : inputs.map((input) => ({ ...input, decoded: 'none' }));
}

/** The streams of one input, at the times that they have in its source. */
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

/**
 * Looks at a growing file: reports its size, and flushes it to disk as it grows.
 * @returns a function that ends this, and resolves when nothing is running any more.
 */
function watch(
  output: string,
  { onWritten, onError }: { onWritten: (bytes: number) => void; onError: (error: unknown) => void },
): () => Promise<void> {
  let flushed = 0;
  let looking = Promise.resolve();
  const look = async (): Promise<void> => {
    const { size } = await stat(output).catch(() => ({ size: 0 }));
    onWritten(size);
    if (size - flushed >= FLUSH_BYTES) {
      flushed = size;
      await makeDurable(output);
    }
  };
  let isLooking = false;
  const timer = setInterval(() => {
    if (!isLooking) {
      isLooking = true;
      looking = look()
        .catch(onError)
        .finally(() => (isLooking = false));
    }
  }, LOOK_MS).unref();
  return () => {
    clearInterval(timer);
    return looking;
  };
}
