import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type ffmpeg from 'fluent-ffmpeg';
import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { DomainError } from '../infra/errors/domain-error.js';
import { saysDiskFull } from '../infra/errors/disk-full.js';
import { killGroup } from '../infra/process/kill-group.js';
import { type Bounds, LEASH, scrubbedEnv } from '../infra/process/leash.js';
import { BACKGROUND_NICENESS, lowerPriority } from '../infra/process/lower-priority.js';
import { ProcessRegistry } from '../infra/process/process-registry.js';
import { ProgramsService } from '../infra/programs/programs.service.js';
import { isComplaint } from './gate/complaints.js';
import { LOCAL_ONLY } from './local-inputs.js';
import { isSourceFault } from './source-fault.js';

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

/** ffmpeg is killed when its output has not changed for this many milliseconds. */
const STALLED_MS = 60_000;
/**
 * Delay after startup in milliseconds. The server is ready sooner if it does not start three more
 * processes at once.
 */
const WARM_UP_AFTER_MS = 5000;

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
 * Muxes streams with ffmpeg through fluent-ffmpeg, which is unmaintained. No other file uses it.
 */
@Injectable()
export class Muxer implements OnApplicationBootstrap, OnModuleDestroy {
  private warmUp: NodeJS.Timeout | undefined;

  constructor(
    private readonly programs: ProgramsService,
    private readonly processes: ProcessRegistry,
  ) {}

  /** Fills fluent-ffmpeg's capability cache, so that no visitor has to wait for it. */
  onApplicationBootstrap(): void {
    this.warmUp = setTimeout(() => void this.askCapabilities(), WARM_UP_AFTER_MS).unref();
  }

  onModuleDestroy(): void {
    clearTimeout(this.warmUp);
  }

  /**
   * Writes `output`.
   * @throws DomainError MUXER_MISSING, DISK_FULL, SOURCE_INCOMPLETE or MERGE_FAILED; the signal's
   *   reason.
   */
  async mux(input: MuxInput): Promise<void> {
    const { inputs, output, signal, onWritten } = input;
    const program = this.programs.find('ffmpeg');
    if (program === null) {
      throw new DomainError('MUXER_MISSING');
    }
    const bounds = { ...muxBounds(await bytesOf(inputs)), ...input.bounds };

    let pid: number | undefined;
    let forget = (): void => undefined;
    let failure: Error | undefined;
    const fail = (reason: unknown): void => {
      failure ??= reason as Error;
      if (pid !== undefined) {
        killGroup(pid, 'SIGKILL');
      }
    };
    const command = await leashedCommand(program, bounds, (child) => {
      pid = child.pid;
      if (signal.aborted) {
        fail(signal.reason);
      } else if (pid !== undefined) {
        forget = this.processes.track(pid);
        lowerPriority(pid, input.bounds === undefined ? 0 : BACKGROUND_NICENESS);
      }
    });
    signal.throwIfAborted();
    // Buffered output may still arrive after ffmpeg has been killed.
    const onProgress = (seconds: number) => failure ?? input.onProgress(seconds);
    addInputs(command, input);
    addOutput(command, { ...input, onProgress }, fail);

    const onAbort = (): void => fail(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const watchdog = watch(output, {
      onSize: (bytes) => attempt(() => onWritten?.(bytes), fail),
      onStalled: () => fail(tooSlow(`no output for ${STALLED_MS} ms`)),
    });
    const late = (): void => fail(tooSlow(`not done in ${bounds.wallMs} ms`));
    const deadline = setTimeout(late, bounds.wallMs);
    try {
      await new Promise<void>((resolve, reject) => {
        command
          .on('progress', ({ timemark }: { timemark?: string }) => {
            attempt(() => onProgress(toSeconds(timemark)), fail);
          })
          .on('error', (error: Error, _stdout: string | null, stderr: string | null) =>
            reject(failure ?? explain(error, stderr ?? '')),
          )
          .on('end', (_stdout: string | null, stderr: string | null) => {
            const problem = failure ?? unwrittenEnd(stderr ?? '');
            return problem === null ? resolve() : reject(problem);
          })
          .run();
      });
    } finally {
      clearTimeout(deadline);
      clearInterval(watchdog);
      signal.removeEventListener('abort', onAbort);
      forget();
    }
  }

  private async askCapabilities(): Promise<void> {
    const program = this.programs.find('ffmpeg');
    if (program !== null) {
      const command = await leashedCommand(program, muxBounds(0), () => undefined);
      command.getAvailableFormats(() => command.getAvailableEncoders(() => undefined));
    }
  }
}

function addInputs(
  command: ffmpeg.FfmpegCommand,
  { inputs, offsets = [], inputOptions = [] }: MuxInput,
): void {
  inputs.forEach((input, index) => {
    const offset = offsets[index] ?? 0;
    const later = offset === 0 ? [] : ['-itsoffset', String(offset)];
    const ours = [...LOCAL_ONLY, ...later, ...(inputOptions[index] ?? [])];
    command.input(`file:${input}`).inputOptions(...ours);
  });
}

function addOutput(
  command: ffmpeg.FfmpegCommand,
  { options, output, onProgress, onComplaint }: MuxInput,
  fail: (reason: unknown) => void,
): void {
  // Not passed as an array, because fluent-ffmpeg splits any element that contains exactly one
  // space, such as a title.
  command.outputOptions('-nostdin', '-y', ...options).output(`file:${output}`);
  if (onComplaint !== undefined) {
    // fluent-ffmpeg does not recognize progress lines that start with a log level.
    const hear = (line: string): void => {
      const [, timemark] = /^\[info\] (?:frame|size)=.* time=(\S+)/.exec(line) ?? [];
      if (timemark !== undefined) {
        onProgress(toSeconds(timemark));
      } else if (isComplaint(line)) {
        onComplaint(line);
      }
    };
    command
      .outputOptions('-v', 'level+info')
      .on('stderr', (line: string) => attempt(() => hear(line), fail));
  }
}

/**
 * Limits for an ffmpeg run that muxes this many bytes. Measured with ffmpeg 5.1: two 6 h streams
 * with 2.3 million frames (410 MB) take 370 MB of memory, nearly all for the index, and 7 s of
 * processor time; copying takes another 2 s per GiB. A disk below 4 MB/s is too slow for us (the
 * file is written twice if its index comes last). A copy is about as large as its source, but an
 * index that refers to the same bytes repeatedly could make it grow to terabytes.
 */
export function muxBounds(bytes: number): MuxBounds {
  return {
    memoryKb: 1024 * 1024,
    cpuSeconds: 60 + bytes / 10e6,
    fileBytes: 64e6 + bytes * 2,
    wallMs: 120_000 + bytes / 2000,
  };
}

/** The output of a child as fluent-ffmpeg keeps it. */
interface Lines {
  get(): string;
}

/**
 * How fluent-ffmpeg 2.1.3 starts ffmpeg (lib/processor.js). All its callers pass options and an end
 * callback.
 */
interface Internals {
  _spawnFfmpeg: (args: readonly string[], options: object, ...callbacks: Callbacks) => void;
  ffprobe: () => void;
}
type OnStart = (child: ChildProcess, stdout: Lines, stderr: Lines) => void;
type OnEnd = (error: unknown, stdout: Lines, stderr: Lines) => void;
type Callbacks = [OnStart, OnEnd] | [OnEnd];

const NOTHING: Lines = { get: () => '' };

/**
 * Creates a fluent-ffmpeg command that starts ffmpeg like our other child processes: on the leash,
 * in its own process group, with a scrubbed environment. This includes the runs that only query
 * capabilities.
 * @param onSpawn called with each child; if it throws, the command fails with that error.
 */
async function leashedCommand(
  program: string,
  bounds: Bounds,
  onSpawn: (child: ChildProcess) => void,
): Promise<ffmpeg.FfmpegCommand> {
  // Imported here because the server does not need it to start.
  const { default: ffmpeg } = await import('fluent-ffmpeg');
  const command = ffmpeg().setFfmpegPath(LEASH);
  const internals = command as unknown as Internals;
  const spawn = internals._spawnFfmpeg;
  internals._spawnFfmpeg = (args, options, ...callbacks) => {
    const [started, ended] = callbacks.length === 2 ? callbacks : [() => undefined, ...callbacks];
    let hasEnded = false;
    let refusal: unknown;
    // fluent-ffmpeg reads the output even of a child that did not start, and reports some failures
    // twice. Either would throw an error that nothing can catch.
    const end: OnEnd = (error, stdout = NOTHING, stderr = NOTHING) => {
      if (!hasEnded) {
        hasEnded = true;
        ended(refusal ?? error, stdout, stderr);
      }
    };
    const start: OnStart = (child, ...lines) => {
      attempt(
        () => onSpawn(child),
        (reason) => (refusal = reason),
      );
      started(child, ...lines);
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('error', () => child.kill('SIGKILL'));
      }
    };
    const ours = { ...options, env: scrubbedEnv(bounds), detached: true };
    attempt(
      () => spawn.call(command, [program, ...args], ours, start, end),
      (error) => end(error, NOTHING, NOTHING),
    );
  };
  // fluent-ffmpeg would run ffprobe on the first input, outside these limits, to compute
  // percentages that we don't use.
  internals.ffprobe = () => undefined;
  return command;
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

interface Watcher {
  readonly onSize: (bytes: number) => void;
  readonly onStalled: () => void;
}

function watch(output: string, { onSize, onStalled }: Watcher): NodeJS.Timeout {
  let seen = { mark: '', at: performance.now() };
  const look = async (): Promise<void> => {
    const { size, mtimeMs } = await stat(output).catch(() => ({ size: 0, mtimeMs: 0 }));
    onSize(size);
    const mark = `${size} ${mtimeMs}`;
    if (mark !== seen.mark) {
      seen = { mark, at: performance.now() };
    } else if (performance.now() - seen.at > STALLED_MS) {
      onStalled();
    }
  };
  return setInterval(() => void look(), 1000).unref();
}

function tooSlow(cause: string): DomainError {
  return new DomainError('MERGE_FAILED', { cause });
}

function explain(error: Error, stderr: string): Error {
  if (error instanceof DomainError) {
    return error;
  }
  const details = `${error.message}\n${stderr}`;
  if (saysDiskFull(details)) {
    return new DomainError('DISK_FULL', { cause: details.slice(-2000) });
  }
  if (/code 12[67]\b|Cannot find ffmpeg|ENOENT/i.test(error.message)) {
    return new DomainError('MUXER_MISSING', { cause: details.slice(-2000) });
  }
  if (isSourceFault(details)) {
    return new DomainError('SOURCE_INCOMPLETE', { cause: details.slice(-2000) });
  }
  return INDEX_DOES_NOT_FIT.test(details)
    ? new IndexDoesNotFit(details.slice(-2000))
    : new DomainError('MERGE_FAILED', { cause: details.slice(-2000) });
}

/** The message of movenc.c in versions later than ffmpeg 5.1. */
const INDEX_DOES_NOT_FIT = /reserved_moov_size is too small/;

/**
 * Detects that ffmpeg 5.1 could not write the end of a file (the index, in an MP4), in which case
 * it still exits with 0. Either the disk is full, or the space reserved for the index is too small.
 * In the second case, ffmpeg overwrites media, and ffprobe finds nothing wrong.
 */
function unwrittenEnd(stderr: string): Error | null {
  if (!/^(?:\[error\] )?Error (?:writing trailer|closing file)/m.test(stderr)) {
    return null;
  }
  const cause = stderr.slice(-2000);
  return saysDiskFull(stderr)
    ? new DomainError('DISK_FULL', { cause })
    : new IndexDoesNotFit(cause);
}

/** Converts "00:01:02.50" to seconds. */
function toSeconds(timemark: string | undefined): number {
  const parts = (timemark ?? '0').split(':').map(Number);
  return parts.reduce((sum, part) => sum * 60 + (Number.isFinite(part) ? part : 0), 0);
}
