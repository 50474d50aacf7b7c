import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { killGroup } from './kill-group.js';
import { LEASH, scrubbedEnv } from './leash.js';
import { ProcessError } from './run-process.js';

/** Longest first line of a resident program, bytes. */
const MAX_GREETING = 4096;
const STDERR_TAIL = 4000;
/** Standard input, output and error come first. */
const FIRST_CHANNEL = 3;

interface ResidentOptions {
  /** Number of socket pairs, passed as descriptors from 3 on. */
  readonly channels: number;
  /** Time limit for its first line, milliseconds. */
  readonly timeoutMs: number;
  /** Called with its process id. @returns a function to call when it has ended. */
  readonly onStart: (pid: number) => () => void;
}

/** A long-running program that takes commands, on our leash: it dies with us. */
export class ResidentProcess {
  private isOver = false;
  private stderr = '';
  /** The first line of its standard output. */
  greeting = '';

  private constructor(private readonly child: ChildProcess) {
    child.once('exit', () => (this.isOver = true));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_TAIL);
    });
    for (const channel of this.channels) {
      // When it dies, unread writes reset the channel; 'close' follows and is enough.
      channel.on('error', () => undefined);
    }
  }

  /**
   * Starts one and waits for the first line on its standard output.
   * @throws ProcessError when there is none in time
   */
  static async start(
    command: string,
    argv: readonly string[],
    { channels, timeoutMs, onStart }: ResidentOptions,
  ): Promise<ResidentProcess> {
    const child = spawn(LEASH, [command, ...argv], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...Array<'pipe'>(channels).fill('pipe')],
      env: scrubbedEnv(),
    });
    if (child.pid === undefined) {
      const [cause] = (await once(child, 'error')) as [Error];
      throw new ProcessError('spawn', null, '', { cause });
    }
    const started = new ResidentProcess(child);
    const forget = onStart(child.pid);
    child.once('exit', forget);
    try {
      await started.greet(timeoutMs);
      return started;
    } catch (error) {
      started.kill();
      throw error;
    }
  }

  /** False once it has ended for any reason. */
  get isAlive(): boolean {
    return !this.isOver;
  }

  /** Its channels, in the order of descriptors; each is closed when it ends. */
  get channels(): readonly Duplex[] {
    return this.child.stdio.slice(FIRST_CHANNEL) as unknown as Duplex[];
  }

  /** The end of its standard error. */
  get stderrTail(): string {
    return this.stderr;
  }

  /** Kills it and its group. */
  kill(): void {
    // Afterwards its id may belong to another process.
    if (this.isAlive && this.child.pid !== undefined) {
      killGroup(this.child.pid, 'SIGKILL');
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
      // Not 'exit': its last output may still be arriving.
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
      // Discard further output.
      stdout?.removeAllListeners('data').resume();
    });
  }
}
