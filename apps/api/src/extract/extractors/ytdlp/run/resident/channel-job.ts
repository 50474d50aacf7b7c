import type { Duplex } from 'node:stream';
import { killGroup } from '../../../../../infra/process/kill-group.js';
import { scrubbedEnv } from '../../../../../infra/process/leash.js';
import { processIdentity } from '../../../../../infra/process/process-identity.js';
import type { RunResult, YtdlpJob } from '../ytdlp.job.js';
import { JobAnswer, type JobReport } from './job-answer.js';

/** The parent has died, hangs, or has violated the protocol. */
export class ResidentStopped extends Error {
  /**
   * @param ended why the job had already been stopped; null if another way of running it may be
   * tried
   */
  constructor(
    readonly ended: RunResult['ended'],
    options?: ErrorOptions,
  ) {
    super('the resident yt-dlp is gone', options);
  }
}

interface JobOutcome {
  readonly output: string;
  readonly ending: RunResult;
  readonly report: JobReport;
}

/**
 * How long the parent may take to start a job, in milliseconds. Normally, it takes only a few.
 * After this time, it must be hanging.
 */
const START_MS = 10_000;
/** How long the parent may take to report a job that was killed, in milliseconds. */
const REPORT_MS = 5000;
/** How long after our own time limit the kernel's alarm kills the job, in whole seconds. */
const ALARM_AFTER_SECONDS = 5;

/** The request for a job, in the protocol of bin/ytdlp-parent.py. */
function orderOf({ argv, bounds, env }: YtdlpJob): string {
  const { memoryKb, cpuSeconds, fileBytes, openFiles, deadlineMs } = bounds;
  const limits = {
    DATA: memoryKb * 1024,
    CPU: cpuSeconds,
    FSIZE: fileBytes,
    NOFILE: openFiles,
    CORE: 0,
  };
  const seconds = Math.ceil(deadlineMs / 1000) + ALARM_AFTER_SECONDS;
  return `${JSON.stringify({ argv, env: { ...scrubbedEnv(), ...env }, seconds, limits })}\n`;
}

/**
 * A job at the other end of a channel. Like any child process, it is killed together with its
 * process group when its time is up, when it is aborted, or when its output is too long.
 */
export class ChannelJob {
  private readonly answer = new JobAnswer();
  private ended: RunResult['ended'] = null;
  private refusal: Error | null = null;
  private forget = (): void => undefined;
  private overdue: NodeJS.Timeout | undefined;
  private settle!: { resolve: (outcome: JobOutcome) => void; reject: (error: Error) => void };

  private constructor(
    private readonly channel: Duplex,
    private readonly job: YtdlpJob,
  ) {}

  /**
   * Runs a job. When this settles, the channel is free again.
   * @throws ResidentStopped; whatever `onStart` throws
   */
  static async run(channel: Duplex, job: YtdlpJob): Promise<JobOutcome> {
    const running = new ChannelJob(channel, job);
    const { signal, bounds } = job;
    const deadline = setTimeout(() => running.end('timeout'), bounds.deadlineMs);
    const unstarted = setTimeout(() => running.checkStarted(), START_MS);
    const onAbort = (): void => running.end('aborted');
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const outcome = running.listen();
      channel.write(orderOf(job));
      if (signal.aborted) {
        onAbort();
      }
      return await outcome;
    } finally {
      clearTimeout(deadline);
      clearTimeout(unstarted);
      clearTimeout(running.overdue);
      signal.removeEventListener('abort', onAbort);
      running.forget();
    }
  }

  private async listen(): Promise<JobOutcome> {
    const { channel } = this;
    const onData = (chunk: Buffer): void => this.take(chunk);
    const onGone = (): void => this.gone(new Error('its channel was closed'));
    channel.on('data', onData).once('close', onGone);
    try {
      return await new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    } finally {
      channel.off('data', onData).off('close', onGone);
    }
  }

  private take(chunk: Buffer): void {
    const { answer } = this;
    const isNew = answer.pid === null;
    try {
      answer.take(chunk);
    } catch (error) {
      this.gone(error);
      return;
    }
    if (isNew && answer.pid !== null) {
      this.started(answer.pid);
    }
    if (answer.outputBytes > this.job.bounds.outputBytes) {
      this.end('output');
    }
    if (answer.report !== null) {
      this.finish(answer.report);
    }
  }

  private checkStarted(): void {
    if (this.answer.pid === null) {
      this.gone(new Error('the job was not started'));
    }
  }

  private started(pid: number): void {
    try {
      this.forget = this.job.onStart(pid);
    } catch (error) {
      this.refusal = error as Error;
      this.end('aborted');
    }
    if (this.ended !== null) {
      killGroup(pid);
    }
  }

  private end(why: NonNullable<RunResult['ended']>): void {
    this.ended ??= why;
    this.answer.discard();
    this.kill();
    this.overdue ??= setTimeout(() => this.gone(new Error('no report')), REPORT_MS);
  }

  private gone(cause: unknown): void {
    this.kill();
    this.settle.reject(new ResidentStopped(this.ended, { cause }));
  }

  private kill(): void {
    if (this.answer.pid !== null) {
      killGroup(this.answer.pid);
    }
  }

  private finish(report: JobReport): void {
    const { pid } = this.answer;
    if (pid !== null && processIdentity(pid) !== null) {
      // The parent reports only jobs that have ended. So this report was forged by the job itself,
      // which also has access to the channel.
      this.gone(new Error('a report on a job that is still running'));
      return;
    }
    if (this.refusal !== null) {
      this.settle.reject(this.refusal);
      return;
    }
    const { code, signal, stderr } = report;
    // Nobody else sets an alarm, so SIGALRM means that the time was up.
    const ended = this.ended ?? (signal === 'SIGALRM' ? 'timeout' : null);
    const ending = { ended, code, signal, stderr };
    this.settle.resolve({ output: this.answer.output, ending, report });
  }
}
