import { fileURLToPath } from 'node:url';
import type { Duplex } from 'node:stream';
import * as z from 'zod';
import { apiRoot } from '../../../../../infra/process/api-root.js';
import { ResidentProcess } from '../../../../../infra/process/resident-process.js';
import type { YtDlpProgram } from '../../program/ytdlp-program.js';
import { PLATFORM_EXTRACTORS } from '../../platform-extractors.js';
import { checkRunResult, type YtdlpJob } from '../ytdlp.job.js';
import { ChannelJob, ResidentStopped } from './channel-job.js';

/** A pattern for the names of the extractors of the sites that visitors use most. */
const USUAL_EXTRACTORS = ['generic', ...Object.values(PLATFORM_EXTRACTORS).flat()].join('|');
const SCRIPT = fileURLToPath(new URL('bin/ytdlp-parent.py', apiRoot));
/**
 * The time limit for starting, in milliseconds. Loading takes half a second, or longer if Python
 * has to compile yt-dlp (a zipapp). On an overloaded machine it took 15 s, and giving up only cost
 * more: each page then started a new process, which has to load just as much.
 */
const START_MS = 30_000;
/**
 * A parent that uses more than this is replaced. About 60 MB is normal.
 */
const MAX_PARENT_KB = 200 * 1024;

const greetingSchema = z.object({ version: z.string(), parentKb: z.number() });
type Greeting = z.infer<typeof greetingSchema>;

interface ResidentOptions {
  readonly channels: number;
  readonly onStart: (pid: number) => () => void;
}

/** A parent process that keeps yt-dlp loaded, and runs each job in a fork. */
export class ResidentYtdlp {
  private readonly free: Duplex[];
  private running = 0;
  private isRetired = false;
  private peakKb: number;

  private constructor(
    private readonly parent: ResidentProcess,
    { parentKb }: Greeting,
  ) {
    this.free = [...parent.channels];
    this.peakKb = parentKb;
  }

  /** @throws ProcessError; Error if the loaded version is not the expected one */
  static async start(
    { python, version }: YtDlpProgram,
    { channels, onStart }: ResidentOptions,
  ): Promise<ResidentYtdlp> {
    if (python === null) {
      throw new Error('this yt-dlp cannot be imported');
    }
    const argv = [SCRIPT, python.modulePath ?? '', String(channels), USUAL_EXTRACTORS];
    const parent = await ResidentProcess.start(python.interpreter, argv, {
      channels,
      timeoutMs: START_MS,
      onStart,
    });
    try {
      const greeting = greetingSchema.parse(JSON.parse(parent.greeting));
      if (greeting.version !== version) {
        throw new Error(`yt-dlp ${greeting.version} was loaded instead of ${version}`);
      }
      return new ResidentYtdlp(parent, greeting);
    } catch (error) {
      parent.kill();
      throw error;
    }
  }

  get isAvailable(): boolean {
    return this.parent.isAlive && !this.isRetired && this.free.length > 0;
  }

  get isAlive(): boolean {
    return this.parent.isAlive && !this.isRetired;
  }

  get isTooLarge(): boolean {
    return this.peakKb > MAX_PARENT_KB;
  }

  get stderrTail(): string {
    return this.parent.stderrTail;
  }

  get memoryBytes(): number {
    return this.peakKb * 1024;
  }

  /**
   * Runs a job.
   * @returns the job's standard output, without the final newline
   * @throws ProcessError; ResidentStopped if the job was not run, or did not finish
   */
  async run(job: YtdlpJob): Promise<string> {
    const channel = this.isAvailable ? this.free.pop() : undefined;
    if (channel === undefined) {
      throw new ResidentStopped(null, { cause: new Error('no channel is free') });
    }
    this.running += 1;
    try {
      const { output, ending, report } = await ChannelJob.run(channel, job);
      this.peakKb = Math.max(this.peakKb, report.parentKb);
      checkRunResult(ending, output);
      return output.trimEnd();
    } catch (error) {
      if (error instanceof ResidentStopped) {
        this.kill();
      }
      throw error;
    } finally {
      this.free.push(channel);
      this.running -= 1;
      this.leave();
    }
  }

  /** Takes no more jobs, and exits when the last one has ended. */
  retire(): void {
    this.isRetired = true;
    this.leave();
  }

  /** Kills the parent immediately, together with its jobs. */
  kill(): void {
    this.isRetired = true;
    this.parent.kill();
  }

  private leave(): void {
    if (this.isRetired && this.running === 0) {
      this.parent.kill();
    }
  }
}
