import { Injectable } from '@nestjs/common';
import { stat } from 'node:fs/promises';
import { DomainError } from '../infra/errors/domain-error.js';
import { saysDiskFull } from '../infra/errors/disk-full.js';
import { BACKGROUND_NICENESS } from '../infra/process/lower-priority.js';
import { ProcessRegistry } from '../infra/process/process-registry.js';
import { ProcessError, runProcess } from '../infra/process/run-process.js';
import { ProgramsService } from '../infra/programs/programs.service.js';
import { isComplaint } from './gate/complaints.js';
import { LOCAL_ONLY } from './local-inputs.js';
import { LastLines } from './output/output-lines.js';
import { isSourceFault } from './source-fault.js';
import { watchFile } from './output/watch-file.js';

export interface MuxBounds {
  readonly memoryKb: number;
  readonly cpuSeconds: number;
  readonly fileBytes: number;
  readonly wallMs: number;
}

export interface MuxInput {
  readonly inputs: readonly string[];
  /** ffmpeg options for each input, by index. They come last, so they override ours. */
  readonly inputOptions?: readonly (readonly string[])[];
  /**
   * How much later than the first input each input begins, in seconds. By default, ffmpeg aligns
   * the starts of all inputs.
   */
  readonly offsets?: readonly number[];
  readonly options: readonly string[];
  readonly output: string;
  readonly signal: AbortSignal;
  /** Called with the duration of the output so far, in seconds of media. */
  readonly onProgress: (seconds: number) => void;
  /** Called every second with the size of the output, in bytes. */
  readonly onWritten?: (bytes: number) => void;
  /** Called with each line of ffmpeg's output that reports damaged input. */
  readonly onComplaint?: (line: string) => void;
  /** Set if the run does more than copy. The run then also gets a lower priority. */
  readonly bounds?: Partial<MuxBounds>;
}

/** How often to look at the output, in milliseconds. */
const LOOK_MS = 1000;
/**
 * The space reserved for the index at the front was too small, so the file must be written in two
 * passes.
 */
export class IndexDoesNotFit extends DomainError {
  constructor(cause: string) {
    super('MERGE_FAILED', { cause });
  }
}

/**
 * Muxes streams with ffmpeg. fluent-ffmpeg, which is unmaintained and used only here, builds the
 * arguments; `runProcess` runs the program within its limits.
 */
@Injectable()
export class Muxer {
  constructor(
    private readonly programs: ProgramsService,
    private readonly processes: ProcessRegistry,
  ) {}

  /**
   * Writes `output`.
   * @throws DomainError MUXER_MISSING, DISK_FULL, SOURCE_INCOMPLETE or MERGE_FAILED; the signal's
   *   reason; whatever a callback throws.
   */
  async mux(input: MuxInput): Promise<void> {
    const { inputs, output, signal, onWritten } = input;
    const program = this.programs.find('ffmpeg');
    if (program === null) {
      throw new DomainError('MUXER_MISSING');
    }
    const bounds = { ...muxBounds(await bytesOf(inputs)), ...input.bounds };
    const argv = await muxArgv(input);
    signal.throwIfAborted();

    const failing = new AbortController();
    const fail = (reason: unknown): void => failing.abort(reason);
    const ended = AbortSignal.any([signal, failing.signal]);
    const lines = new LastLines((line) => {
      // Buffered output may still arrive after ffmpeg has been killed.
      if (!ended.aborted) {
        attempt(() => hear(line, input), fail);
      }
    });
    const stopWatching = watchFile(output, {
      everyMs: LOOK_MS,
      onSize: (bytes) => onWritten?.(bytes),
      onStuck: (reason) => fail(tooSlow(reason)),
      onError: fail,
    });
    try {
      await runProcess(program, argv, {
        timeoutMs: bounds.wallMs,
        signal: ended,
        bounds,
        onStart: (pid) => this.processes.track(pid),
        onError: (chunk) => lines.push(chunk),
        ...(input.bounds !== undefined && { niceness: BACKGROUND_NICENESS }),
      });
      ended.throwIfAborted();
    } catch (error) {
      throw ended.aborted ? (ended.reason as Error) : explain(error, lines.text());
    } finally {
      await stopWatching();
    }
    const problem = unwrittenEnd(lines.text());
    if (problem !== null) {
      throw problem;
    }
  }
}

/** The arguments for ffmpeg. */
async function muxArgv({
  inputs,
  offsets = [],
  inputOptions = [],
  options,
  output,
  onComplaint,
}: MuxInput): Promise<string[]> {
  // Imported only when needed, because the server can start without it.
  const { default: ffmpeg } = await import('fluent-ffmpeg');
  const command = ffmpeg();
  inputs.forEach((input, index) => {
    const offset = offsets[index] ?? 0;
    const later = offset === 0 ? [] : ['-itsoffset', String(offset)];
    const ours = [...LOCAL_ONLY, ...later, ...(inputOptions[index] ?? [])];
    command.input(`file:${input}`).inputOptions(...ours);
  });
  // The log level at the start of a line distinguishes complaints from other output.
  const log = onComplaint === undefined ? [] : ['-v', 'level+info'];
  // Not passed as an array, because fluent-ffmpeg splits any element that contains exactly one
  // space, such as a title.
  command.outputOptions('-nostdin', '-y', ...options).output(`file:${output}`);
  if (log.length > 0) {
    command.outputOptions(...log);
  }
  return command._getArguments();
}

/**
 * Handles a line of ffmpeg's output, which may be progress, a complaint, or something to ignore.
 */
function hear(line: string, { onProgress, onComplaint }: MuxInput): void {
  const written = secondsWritten(line);
  if (written !== null) {
    onProgress(written);
  } else if (onComplaint !== undefined && isComplaint(line)) {
    onComplaint(line);
  }
}

/**
 * Parses a line in which ffmpeg reports its progress.
 * @returns the duration of the output so far, in seconds of media; null for any other line
 */
export function secondsWritten(line: string): number | null {
  const [, timemark] = /^(?:\[info\] )?(?:frame|size)=.* time=(\S+)/.exec(line) ?? [];
  return timemark === undefined ? null : toSeconds(timemark);
}

/**
 * Limits for an ffmpeg run that muxes this many bytes. Measured with ffmpeg 5.1: two 6 h streams
 * with 2.3 million frames (410 MB) take 370 MB of memory, nearly all for the index, and 7 s of
 * processor time; copying takes another 2 s per GiB. The time limit assumes a disk of at least 4
 * MB/s, and that the file is written twice because its index comes last. A copy is about as large
 * as its source, but an index that refers to the same bytes repeatedly could make it grow to
 * terabytes.
 */
export function muxBounds(bytes: number): MuxBounds {
  return {
    memoryKb: 1024 * 1024,
    cpuSeconds: 60 + bytes / 10e6,
    fileBytes: 64e6 + bytes * 2,
    wallMs: 120_000 + bytes / 2000,
  };
}

async function bytesOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map((path) => stat(path)));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

function attempt(act: () => void, onError: (error: unknown) => void): void {
  try {
    act();
  } catch (error) {
    onError(error);
  }
}

function tooSlow(cause: string): DomainError {
  return new DomainError('MERGE_FAILED', { cause });
}

function explain(error: unknown, stderr: string): Error {
  if (error instanceof DomainError) {
    return error;
  }
  const ended = error instanceof ProcessError ? error : null;
  const details = `${String(error)}\n${stderr}`.slice(-2000);
  if (ended?.reason === 'timeout') {
    return tooSlow('ffmpeg was not done in time');
  }
  if (saysDiskFull(stderr)) {
    return new DomainError('DISK_FULL', { cause: details });
  }
  if (ended?.reason === 'spawn' && (ended.exitCode !== null || isNotFound(ended.cause))) {
    return new DomainError('MUXER_MISSING', { cause: details });
  }
  if (isSourceFault(stderr)) {
    return new DomainError('SOURCE_INCOMPLETE', { cause: details });
  }
  return INDEX_DOES_NOT_FIT.test(stderr)
    ? new IndexDoesNotFit(details)
    : new DomainError('MERGE_FAILED', { cause: details });
}

function isNotFound(cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
}

/** The message of movenc.c in versions later than ffmpeg 5.1. */
const INDEX_DOES_NOT_FIT = /reserved_moov_size is too small/;

/**
 * Detects that ffmpeg 5.1 could not write the end of a file (the index, in an MP4), in which case
 * it still exits with 0. Either the disk is full, or the space reserved for the index is too small.
 * In the second case, ffmpeg overwrites media, and ffprobe finds nothing wrong.
 */
export function unwrittenEnd(stderr: string): Error | null {
  if (!/^(?:\[error\] )?Error (?:writing trailer|closing file)/m.test(stderr)) {
    return null;
  }
  const cause = stderr.slice(-2000);
  return saysDiskFull(stderr)
    ? new DomainError('DISK_FULL', { cause })
    : new IndexDoesNotFit(cause);
}

/** Converts "00:01:02.50" to seconds. */
function toSeconds(timemark: string): number {
  const parts = timemark.split(':').map(Number);
  return parts.reduce((sum, part) => sum * 60 + (Number.isFinite(part) ? part : 0), 0);
}
