import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import ffmpeg from 'fluent-ffmpeg';
import { stat } from 'node:fs/promises';
import { DomainError } from '../infra/http/domain-error.js';
import { LEASHED_FFMPEG } from '../infra/process/leash.js';
import { ProcessRegistry } from '../infra/process/process-registry.js';
import { ProgramsService } from '../infra/process/programs.service.js';
import { LOCAL_ONLY } from './local-only.js';

interface MuxInput {
  readonly inputs: readonly string[];
  readonly options: readonly string[];
  readonly output: string;
  readonly signal: AbortSignal;
  /** Told how much of the output is written, seconds of media. */
  readonly onProgress: (seconds: number) => void;
}

/** ffmpeg is ended when its output has not changed for so long, milliseconds. */
const STALLED_MS = 60_000;

/** Joins streams with ffmpeg, through fluent-ffmpeg (resting; only this file knows that package). */
@Injectable()
export class Muxer implements OnApplicationBootstrap {
  constructor(
    private readonly programs: ProgramsService,
    private readonly processes: ProcessRegistry,
  ) {}

  /** fluent-ffmpeg asks ffmpeg what it can before the first use and remembers it: nobody has to wait for that. */
  onApplicationBootstrap(): void {
    if (this.programs.find('ffmpeg') !== null) {
      const command = ffmpeg().setFfmpegPath(LEASHED_FFMPEG);
      command.getAvailableFormats(() => command.getAvailableEncoders(() => undefined));
    }
  }

  /** @throws DomainError MUXER_MISSING, DISK_FULL or MERGE_FAILED, or the reason of the signal. */
  async mux({ inputs, options, output, signal, onProgress }: MuxInput): Promise<void> {
    // Also tells the leash where ffmpeg is.
    if (this.programs.find('ffmpeg') === null) {
      throw new DomainError('MUXER_MISSING');
    }
    signal.throwIfAborted();
    const command = ffmpeg().setFfmpegPath(LEASHED_FFMPEG);
    for (const input of inputs) {
      command.input(`file:${input}`).inputOptions(...LOCAL_ONLY);
    }
    // Not as a list: of that, fluent-ffmpeg takes an option with one space in it (a title) apart.
    command.outputOptions('-nostdin', '-y', ...options).output(`file:${output}`);

    let forget = (): void => undefined;
    const kill = (): void => {
      command.kill('SIGKILL');
    };
    const watchdog = watch(output, kill);
    signal.addEventListener('abort', kill, { once: true });
    try {
      await new Promise<void>((resolve, reject) => {
        command
          .on('start', () => {
            const { ffmpegProc } = command as unknown as { ffmpegProc?: { pid?: number } };
            forget = ffmpegProc?.pid === undefined ? forget : this.processes.track(ffmpegProc.pid);
            if (signal.aborted) {
              kill();
            }
          })
          .on('progress', ({ timemark }: { timemark?: string }) => onProgress(toSeconds(timemark)))
          .on('error', (error: Error, _stdout: string | null, stderr: string | null) =>
            reject(explain(error, stderr ?? '', signal)),
          )
          .on('end', () => resolve())
          .run();
      });
    } finally {
      clearInterval(watchdog);
      signal.removeEventListener('abort', kill);
      forget();
    }
  }
}

/** Ends a muxer whose output neither grows nor changes. */
function watch(output: string, kill: () => void): NodeJS.Timeout {
  let seen = { mark: '', at: Date.now() };
  const look = async (): Promise<void> => {
    const mark = await stat(output).then(
      ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
      () => '',
    );
    if (mark !== seen.mark) {
      seen = { mark, at: Date.now() };
    } else if (Date.now() - seen.at > STALLED_MS) {
      kill();
    }
  };
  return setInterval(() => void look(), 5000).unref();
}

function explain(error: Error, stderr: string, signal: AbortSignal): Error {
  if (signal.aborted) {
    return signal.reason as Error;
  }
  const said = `${error.message}\n${stderr}`;
  if (/No space left on device|Disk quota exceeded/i.test(said)) {
    return new DomainError('DISK_FULL', { cause: said.slice(-2000) });
  }
  if (/code 12[67]\b|Cannot find ffmpeg|ENOENT/i.test(error.message)) {
    return new DomainError('MUXER_MISSING', { cause: said.slice(-2000) });
  }
  if (/Invalid data found when processing input|moov atom not found/i.test(said)) {
    return new DomainError('SOURCE_INCOMPLETE', { cause: said.slice(-2000) });
  }
  return new DomainError('MERGE_FAILED', { cause: said.slice(-2000) });
}

/** "00:01:02.50" in seconds. */
function toSeconds(timemark: string | undefined): number {
  const parts = (timemark ?? '0').split(':').map(Number);
  return parts.reduce((sum, part) => sum * 60 + (Number.isFinite(part) ? part : 0), 0);
}
