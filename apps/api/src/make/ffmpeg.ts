import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import ffmpeg from 'fluent-ffmpeg';
import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { DomainError } from '../infra/http/domain-error.js';
import { killGroup } from '../infra/process/kill-group.js';
import { type Bounds, LEASH, scrubbedEnv } from '../infra/process/leash.js';
import { LEISURELY, lowerPriority } from '../infra/process/lower-priority.js';
import { ProcessRegistry } from '../infra/process/process-registry.js';
import { ProgramsService } from '../infra/programs/programs.service.js';
import { isComplaint } from './gate/complaints.js';
import { LOCAL_ONLY } from './local-inputs.js';

/** What ffmpeg may use for one file. */
export interface MuxBounds {
  readonly memoryKb: number;
  readonly cpuSeconds: number;
  /** Of the file that it writes. */
  readonly fileBytes: number;
  readonly wallMs: number;
}

export interface MuxInput {
  readonly inputs: readonly string[];
  /** Options of each input, by its place; they come last and so replace our own. */
  readonly inputOptions?: readonly (readonly string[])[];
  /** How much later than the first each input begins, seconds; ffmpeg lets all begin together. */
  readonly offsets?: readonly number[];
  readonly options: readonly string[];
  readonly output: string;
  readonly signal: AbortSignal;
  /** Called with how much of the output is written, seconds of media. */
  readonly onProgress: (seconds: number) => void;
  /** Called each second with the size of the output, bytes. */
  readonly onWritten?: (bytes: number) => void;
  /** Called with each line that says that what is read is damaged; where it is left out, nobody listens. */
  readonly onComplaint?: (line: string) => void;
  /** Where copying the inputs is not all that is done: then it also yields to others. */
  readonly bounds?: Partial<MuxBounds>;
}

/** ffmpeg is ended when its output has not changed for so long, milliseconds. */
const STALLED_MS = 60_000;
const DISK_IS_FULL = /No space left on device|Disk quota exceeded/i;

/** The room left for the index at the front was too small: the file has to be written in two passes. */
export class IndexDoesNotFit extends DomainError {
  constructor(cause: string) {
    super('MERGE_FAILED', { cause });
  }
}

/** Joins streams with ffmpeg, through fluent-ffmpeg (resting; only this file knows that package). */
@Injectable()
export class Muxer implements OnApplicationBootstrap {
  constructor(
    private readonly programs: ProgramsService,
    private readonly processes: ProcessRegistry,
  ) {}

  /** fluent-ffmpeg asks ffmpeg what it can before the first use and remembers it: nobody has to wait for that. */
  onApplicationBootstrap(): void {
    const program = this.programs.find('ffmpeg');
    if (program !== null) {
      const command = leashedCommand(program, muxBounds(0), () => undefined);
      command.getAvailableFormats(() => command.getAvailableEncoders(() => undefined));
    }
  }

  /** @throws DomainError MUXER_MISSING, DISK_FULL, SOURCE_INCOMPLETE or MERGE_FAILED, or the reason of the signal. */
  async mux(input: MuxInput): Promise<void> {
    const { inputs, output, signal, onWritten } = input;
    const program = this.programs.find('ffmpeg');
    if (program === null) {
      throw new DomainError('MUXER_MISSING');
    }
    const bounds = { ...muxBounds(await bytesOf(inputs)), ...input.bounds };
    signal.throwIfAborted();

    let pid: number | undefined;
    let forget = (): void => undefined;
    let failure: Error | undefined;
    const fail = (reason: unknown): void => {
      failure ??= reason as Error;
      if (pid !== undefined) {
        killGroup(pid, 'SIGKILL');
      }
    };
    const command = leashedCommand(program, bounds, (child) => {
      pid = child.pid;
      if (signal.aborted) {
        fail(signal.reason);
      } else if (pid !== undefined) {
        forget = this.processes.track(pid);
        lowerPriority(pid, input.bounds === undefined ? 0 : LEISURELY);
      }
    });
    // What ffmpeg had written before it was ended still arrives.
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
  // Not as a list: of that, fluent-ffmpeg takes an option with one space in it (a title) apart.
  command.outputOptions('-nostdin', '-y', ...options).output(`file:${output}`);
  if (onComplaint !== undefined) {
    // Lines that tell their level are no progress to fluent-ffmpeg.
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
 * What ffmpeg may use to join files of so many bytes. Measured with ffmpeg 5.1: two streams of 6 h
 * with 2.3 million frames (410 MB) take 370 MB of memory, nearly all of it for the index, and 7 s of
 * processor; copying takes another 2 s for each GiB. A disk below 4 MB/s is too slow for
 * us (the file is written twice when its index comes last). Media of a size is copied into about
 * that size; an index that names the same bytes again and again could make terabytes of it.
 */
export function muxBounds(bytes: number): MuxBounds {
  return {
    memoryKb: 1024 * 1024,
    cpuSeconds: 60 + bytes / 10e6,
    fileBytes: 64e6 + bytes * 2,
    wallMs: 120_000 + bytes / 2000,
  };
}

/** Lines that a child has written, as fluent-ffmpeg keeps them. */
interface Lines {
  get(): string;
}

/** How fluent-ffmpeg 2.1.3 starts ffmpeg (lib/processor.js); all calls pass options and an end. */
interface Internals {
  _spawnFfmpeg: (args: readonly string[], options: object, ...callbacks: Callbacks) => void;
  ffprobe: () => void;
}
type OnStart = (child: ChildProcess, stdout: Lines, stderr: Lines) => void;
type OnEnd = (error: unknown, stdout: Lines, stderr: Lines) => void;
type Callbacks = [OnStart, OnEnd] | [OnEnd];

const NOTHING: Lines = { get: () => '' };

/**
 * A command of fluent-ffmpeg that starts ffmpeg as our other children are, also when it only asks
 * what ffmpeg can: on the leash, in a group of its own, with a scrubbed environment.
 * @param onSpawn called with each child; what it throws is the outcome of the command.
 */
function leashedCommand(
  program: string,
  bounds: Bounds,
  onSpawn: (child: ChildProcess) => void,
): ffmpeg.FfmpegCommand {
  const command = ffmpeg().setFfmpegPath(LEASH);
  const internals = command as unknown as Internals;
  const spawn = internals._spawnFfmpeg;
  internals._spawnFfmpeg = (args, options, ...callbacks) => {
    const [started, ended] = callbacks.length === 2 ? callbacks : [() => undefined, ...callbacks];
    let hasEnded = false;
    let refusal: unknown;
    // Without a child it would read the lines of one, and it reports some failures twice: either
    // would be thrown where nobody can catch it.
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
  // To tell percentages, which nobody reads, it would run ffprobe on the first input: without any of this.
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
  /** Told the size of the output each second, bytes. */
  readonly onSize: (bytes: number) => void;
  /** The output neither grows nor changes any more. */
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
  const said = `${error.message}\n${stderr}`;
  if (DISK_IS_FULL.test(said)) {
    return new DomainError('DISK_FULL', { cause: said.slice(-2000) });
  }
  if (/code 12[67]\b|Cannot find ffmpeg|ENOENT/i.test(error.message)) {
    return new DomainError('MUXER_MISSING', { cause: said.slice(-2000) });
  }
  if (/Invalid data found when processing input|moov atom not found/i.test(said)) {
    return new DomainError('SOURCE_INCOMPLETE', { cause: said.slice(-2000) });
  }
  return INDEX_DOES_NOT_FIT.test(said)
    ? new IndexDoesNotFit(said.slice(-2000))
    : new DomainError('MERGE_FAILED', { cause: said.slice(-2000) });
}

/** As movenc.c of ffmpeg after 5.1 says it. */
const INDEX_DOES_NOT_FIT = /reserved_moov_size is too small/;

/**
 * ffmpeg 5.1 exits with 0 when it could not write the end of a file, which is the index of an MP4:
 * the disk is full, or the room left for the index too small. It then overwrites the media, and
 * ffprobe finds nothing wrong.
 */
function unwrittenEnd(stderr: string): Error | null {
  if (!/^(?:\[error\] )?Error (?:writing trailer|closing file)/m.test(stderr)) {
    return null;
  }
  const cause = stderr.slice(-2000);
  return DISK_IS_FULL.test(stderr)
    ? new DomainError('DISK_FULL', { cause })
    : new IndexDoesNotFit(cause);
}

/** "00:01:02.50" in seconds. */
function toSeconds(timemark: string | undefined): number {
  const parts = (timemark ?? '0').split(':').map(Number);
  return parts.reduce((sum, part) => sum * 60 + (Number.isFinite(part) ? part : 0), 0);
}
