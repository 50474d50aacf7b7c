import { spawn } from 'node:child_process';
import { killGroup } from './kill-group.js';
import { leashed, scrubbedEnv } from './leash.js';

export type ProcessFailure = 'exit' | 'timeout' | 'aborted' | 'spawn' | 'output';

/** A program that did not do what it was asked to. */
export class ProcessError extends Error {
  /** The end of what it wrote to standard error. This is logged, so URLs have lost their queries (tokens). */
  readonly stderrTail: string;

  constructor(
    readonly reason: ProcessFailure,
    readonly exitCode: number | null,
    stderr: string,
    options?: ErrorOptions,
  ) {
    super(`process failed: ${reason}${exitCode === null ? '' : ` (${exitCode})`}`, options);
    this.name = 'ProcessError';
    this.stderrTail = stderr.replace(/(https?:\/\/[^\s?#"']+)[?#][^\s"']*/gi, '$1');
  }
}

interface RunOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Most bytes of output taken before the program is ended. */
  readonly maxOutputBytes?: number;
}

const STDERR_TAIL = 4000;

/**
 * Runs a program by argument list (never through a shell), on a leash, with a clean environment.
 * Its whole group is ended at the deadline, on abort, or when it says too much.
 * @returns what it wrote to standard output.
 * @throws ProcessError
 */
export function runProcess(
  command: string,
  argv: readonly string[],
  { timeoutMs, signal, maxOutputBytes = 16 * 1024 * 1024 }: RunOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const [program, args] = leashed(command, argv);
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: scrubbedEnv(),
    });
    const output: Buffer[] = [];
    let size = 0;
    let stderr = '';
    let failure: ProcessFailure | null = null;

    const end = (reason: ProcessFailure): void => {
      failure ??= reason;
      if (child.pid !== undefined) {
        killGroup(child.pid, 'SIGKILL');
      }
    };
    const deadline = setTimeout(() => end('timeout'), timeoutMs);
    const onAbort = (): void => end('aborted');
    signal?.addEventListener('abort', onAbort, { once: true });

    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutputBytes) {
        end('output');
      } else {
        output.push(chunk);
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_TAIL);
    });
    const settle = (act: () => void): void => {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onAbort);
      act();
    };
    child.on('error', (cause) => {
      settle(() => reject(new ProcessError('spawn', null, stderr, { cause })));
    });
    child.on('close', (code) => {
      const reason =
        failure ?? (code === 0 ? null : code === 127 || code === 126 ? 'spawn' : 'exit');
      settle(() =>
        reason === null
          ? resolve(Buffer.concat(output).toString('utf8'))
          : reject(new ProcessError(reason, code, stderr)),
      );
    });
    if (signal?.aborted) {
      end('aborted');
    }
  });
}
