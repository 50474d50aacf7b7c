import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ENV, type Env } from '../../../../infra/env/env.module.js';
import { ProcessRegistry } from '../../../../infra/process/process-registry.js';
import { ProcessError } from '../../../../infra/process/run-process.js';
import { unlessAborted } from '../../../../infra/unless-aborted.js';
import { InstalledYtdlp } from '../program/installed-ytdlp.js';
import type { YtDlpProgram } from '../program/ytdlp-program.js';
import { ResidentStopped } from './resident/channel-job.js';
import { ResidentYtdlp } from './resident/resident-ytdlp.js';
import type { YtdlpJob } from './ytdlp.job.js';
import { runYtdlp } from './ytdlp.run.js';

/**
 * The minimum time between two starts of a parent that fails or uses too much memory, in
 * milliseconds.
 */
const RETRY_AFTER_MS = 60_000;

interface YtDlpState {
  /** Whether pages are read by a fork of a resident yt-dlp, or by running its command line. */
  readonly way: 'resident' | 'command';
  /** Memory used by the resident process, in bytes. */
  readonly memoryBytes: number | null;
}

interface Warm {
  readonly fingerprint: string;
  readonly startedAt: number;
  readonly starting: Promise<ResidentYtdlp | null>;
  hasStarted: boolean;
  /** Null until it has started, or if it failed to start. */
  resident: ResidentYtdlp | null;
}

/**
 * Runs yt-dlp in a fork of the resident parent if there is one, and otherwise through its command
 * line.
 */
@Injectable()
export class YtdlpRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('yt-dlp');
  private warm: Warm | null = null;
  private warmUp: NodeJS.Timeout | undefined;
  private isClosing = false;

  constructor(
    @Inject(ENV) private readonly env: Pick<
      Env,
      'EXTRACT_CONCURRENCY' | 'EXTRACT_WARM_UP_SECONDS' | 'ROLE'
    >,
    private readonly installed: InstalledYtdlp,
    private readonly processes: ProcessRegistry,
  ) {}

  onApplicationBootstrap(): void {
    // A worker doesn't warm up, because it reads a page only when a media URL has expired.
    if (this.env.ROLE !== 'worker') {
      const delayMs = this.env.EXTRACT_WARM_UP_SECONDS * 1000;
      this.warmUp = setTimeout(() => void this.prepare(), delayMs).unref();
    }
  }

  onModuleDestroy(): void {
    this.isClosing = true;
    clearTimeout(this.warmUp);
    this.warm?.resident?.kill();
  }

  get state(): YtDlpState {
    const resident = this.warm?.resident ?? null;
    return resident?.isAlive
      ? { way: 'resident', memoryBytes: resident.memoryBytes }
      : { way: 'command', memoryBytes: null };
  }

  /**
   * Reads a page. The output is the same, whichever way yt-dlp is run.
   * @returns yt-dlp's standard output, without the final newline
   * @throws ProcessError; whatever `job.onStart` throws
   */
  async run(program: YtDlpProgram, job: Omit<YtdlpJob, 'onStart'>): Promise<string> {
    const tracked = { ...job, onStart: (pid: number) => this.processes.track(pid) };
    const begun = performance.now();
    const resident = await unlessAborted(this.residentFor(program), job.signal).catch(() => {
      throw new ProcessError('aborted', null, '');
    });
    if (resident?.isAvailable) {
      try {
        return await resident.run(tracked);
      } catch (error) {
        if (!(error instanceof ResidentStopped)) {
          throw error;
        }
        const stderr = resident.stderrTail;
        this.logger.warn(
          { err: error.cause, stderr },
          'The resident yt-dlp failed; it will be restarted',
        );
        if (error.ended !== null) {
          throw new ProcessError(error.ended, null, stderr);
        }
      }
    }
    // A parent that hung has already used some of the time.
    const deadlineMs = job.bounds.deadlineMs - (performance.now() - begun);
    if (deadlineMs <= 0) {
      throw new ProcessError('timeout', null, '');
    }
    const bounds = { ...job.bounds, deadlineMs };
    return runYtdlp({ path: program.path, ...tracked, bounds });
  }

  private async prepare(): Promise<void> {
    const program = await this.installed.program();
    if (program !== null) {
      await this.residentFor(program);
    }
  }

  /** The parent for this yt-dlp, started if necessary; null if there can't be one now. */
  private residentFor(program: YtDlpProgram): Promise<ResidentYtdlp | null> {
    const { warm } = this;
    if (program.python === null || this.isClosing) {
      return Promise.resolve(null);
    }
    if (warm?.fingerprint === program.fingerprint && !isSpent(warm)) {
      return warm.starting;
    }
    warm?.resident?.retire();
    return this.start(program);
  }

  private start(program: YtDlpProgram): Promise<ResidentYtdlp | null> {
    const starting = ResidentYtdlp.start(program, {
      channels: this.env.EXTRACT_CONCURRENCY,
      onStart: (pid) => this.processes.track(pid),
    }).catch((err: unknown) => {
      this.logger.warn(
        { err },
        'The resident yt-dlp could not start; starting a new process for each page',
      );
      return null;
    });
    const warm: Warm = {
      fingerprint: program.fingerprint,
      startedAt: performance.now(),
      starting,
      hasStarted: false,
      resident: null,
    };
    this.warm = warm;
    void starting.then((resident) => {
      warm.hasStarted = true;
      warm.resident = resident;
      if (this.isClosing) {
        resident?.kill();
      } else if (this.warm !== warm) {
        resident?.retire();
      }
    });
    return starting;
  }
}

function isSpent({ hasStarted, resident, startedAt }: Warm): boolean {
  const isFit = resident !== null && resident.isAlive && !resident.isTooLarge;
  // Wait before replacing it, because a yt-dlp that is too large from the start would otherwise be
  // restarted for every page.
  return hasStarted && !isFit && performance.now() - startedAt > RETRY_AFTER_MS;
}
