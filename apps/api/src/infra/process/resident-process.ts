import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { measureChild } from './child-metrics.js';
import { killGroup } from './kill-group.js';
import { LEASH, leashedEnv } from './leash.js';
import { yieldToRequests } from './lower-priority.js';
import { ProcessError } from './run-process.js';

/** The longest first line that a resident program may print, in bytes. */
const MAX_GREETING = 4096;
const STDERR_TAIL = 4000;
/** The descriptors before this one are standard input, output and error. */
const FIRST_CHANNEL = 3;

interface ResidentOptions {
  /** The number of socket pairs. The program gets them as descriptors from 3 upwards. */
  readonly channels: number;
  /** The time limit for the program's first line, in milliseconds. */
  readonly timeoutMs: number;
  /** Called with the id of the process. @returns a function to call when the process has ended */
  readonly onStart: (pid: number) => () => void;
}

/**
 * A long-running program that takes commands. It runs on our leash, so it ends when our process
 * ends.
 */
export class ResidentProcess {
  private isOver = false;
  private stderr = '';
  /** The first line that the program wrote to its standard output. */
  greeting = '';

  private constructor(private readonly child: ChildProcess) {
    child.once('exit', () => (this.isOver = true));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_TAIL);
    });
    for (const channel of this.channels) {
      // If the program dies, unread writes reset the channel. The 'close' event that follows is
      // enough.
      channel.on('error', () => undefined);
    }
  }

  /**
   * Starts a program, and waits for the first line on its standard output.
   * @throws ProcessError if there is no line in time
   */
  static async start(
    command: string,
    argv: readonly string[],
    { channels, timeoutMs, onStart }: ResidentOptions,
  ): Promise<ResidentProcess> {
    const child = spawn(LEASH, [command, ...argv], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...Array<'pipe'>(channels).fill('pipe')],
      env: leashedEnv(),
    });
    if (child.pid === undefined) {
      const [cause] = (await once(child, 'error')) as [Error];
      throw new ProcessError('spawn', null, '', { cause });
    }
    const started = new ResidentProcess(child);
    const measured = measureChild(command);
    child.once('exit', (code) => measured(code === 0 ? 'ok' : 'exit'));
    const forget = onStart(child.pid);
    child.once('exit', forget);
    try {
      await started.greet(timeoutMs);
      // Not while it loads: a visitor may be waiting, and a busy machine would take too long.
      yieldToRequests(child.pid);
      return started;
    } catch (error) {
      started.kill();
      throw error;
    }
  }

  get isAlive(): boolean {
    return !this.isOver;
  }

  /**
   * The channels to the program, in the order of the descriptors. Each is closed when the program
   * ends.
   */
  get channels(): readonly Duplex[] {
    return this.child.stdio.slice(FIRST_CHANNEL).filter((pipe) => pipe instanceof Duplex);
  }

  /** The end of what the program wrote to its standard error. */
  get stderrTail(): string {
    return this.stderr;
  }

  kill(): void {
    // Once the program has ended, its id may belong to another process.
    if (this.isAlive && this.child.pid !== undefined) {
      killGroup(this.child.pid);
    }
  }

  private async greet(timeoutMs: number): Promise<void> {
    const { stdout } = this.child;
    let deadline: NodeJS.Timeout | undefined;
    let line = '';
    this.greeting = await new Promise<string>((resolve, reject) => {
      const fail = (reason: 'timeout' | 'exit' | 'output', code: number | null = null): void =>
        reject(new ProcessError(reason, code, this.stderr));
      deadline = setTimeout(() => fail('timeout'), timeoutMs);
      // Wait for 'close', not 'exit': the last output may still be arriving at 'exit'.
      this.child.once('close', (code) => fail('exit', code));
      stdout?.setEncoding('utf8').on('data', (text: string) => {
        line += text;
        if (line.includes('\n')) {
          resolve(line.slice(0, line.indexOf('\n')));
        } else if (line.length > MAX_GREETING) {
          fail('output');
        }
      });
    }).finally(() => {
      clearTimeout(deadline);
      stdout?.removeAllListeners('data').resume();
    });
  }
}
