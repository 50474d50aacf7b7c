import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { killGroup } from './kill-group.js';
import { LEASH, scrubbedEnv } from './leash.js';
import { ProcessError } from './run-process.js';

/** The longest first line that a resident program may greet us with, bytes. */
const MAX_GREETING = 4096;
const STDERR_TAIL = 4000;
/** Standard input, output and errors come before the channels. */
const FIRST_CHANNEL = 3;

interface ResidentOptions {
  /** Socket pairs between us and it; its descriptors from 3 on. */
  readonly channels: number;
  /** How long it may take until its first line, milliseconds. */
  readonly timeoutMs: number;
  /** Called with its process number. @returns what is called when it has ended. */
  readonly onStart: (pid: number) => () => void;
}

/** A program that stays and takes orders, on our leash: it ends with us. */
export class ResidentProcess {
  private isOver = false;
  private stderr = '';
  /** Its first line on standard output. */
  greeting = '';

  private constructor(private readonly child: ChildProcess) {
    child.once('exit', () => (this.isOver = true));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_TAIL);
    });
    for (const channel of this.channels) {
      // A write that it never read resets the channel when it dies: 'close' follows, and says enough.
      channel.on('error', () => undefined);
    }
  }

  /**
   * Starts one and waits for its first line on standard output.
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

  /** False once it has ended, however that came. */
  get isAlive(): boolean {
    return !this.isOver;
  }

  /** Its channels, in the order of its descriptors; each is closed when it ends. */
  get channels(): readonly Duplex[] {
    return this.child.stdio.slice(FIRST_CHANNEL) as unknown as Duplex[];
  }

  /** The end of what it wrote to standard error. */
  get stderrTail(): string {
    return this.stderr;
  }

  /** Ends it and its group at once. */
  kill(): void {
    // Once it is over, its number may be another's.
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
      // Not 'exit': what it wrote last may still be on its way.
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
      // What else it may print is read, and dropped.
      stdout?.removeAllListeners('data').resume();
    });
  }
}
