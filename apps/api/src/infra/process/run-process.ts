import { type ChildProcessByStdio, spawn, type StdioOptions } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { measureChild } from './child-metrics.js';
import { killGroup } from './kill-group.js';
import { type Bounds, LEASH, leashedEnv } from './leash.js';
import { lowerPriority } from './lower-priority.js';

export type ProcessFailure = 'exit' | 'timeout' | 'aborted' | 'spawn' | 'output';

export class ProcessError extends Error {
  /**
   * The end of the program's standard error. Because this is logged, queries (which may contain
   * tokens) are removed from URLs.
   */
  readonly stderrTail: string;
  /** The signal that ended the program, unless this process sent it; null if it exited. */
  readonly endedBy: NodeJS.Signals | null;

  constructor(
    readonly reason: ProcessFailure,
    readonly exitCode: number | null,
    stderr: string,
    { endedBy = null, ...options }: ErrorOptions & { endedBy?: NodeJS.Signals | null } = {},
  ) {
    super(`process failed: ${reason}${exitCode === null ? '' : ` (${exitCode})`}`, options);
    this.name = 'ProcessError';
    this.endedBy = endedBy;
    this.stderrTail = stderr.replace(/https?:\/\/[^\s"']+/gi, (url) => url.replace(/[?#].*/s, ''));
  }
}

export interface RunOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Written to the program's standard input, which is otherwise empty. */
  readonly input?: Buffer;
  /**
   * Each function receives a pipe that the program reads: the first as file descriptor 3, the next
   * as 4, and so on. Writing fails once the program has ended.
   */
  readonly feeds?: readonly ((pipe: Writable) => void)[];
  /** The maximum output, in bytes. If there is more, the program is killed. */
  readonly maxOutputBytes?: number;
  /** Receives the output in chunks. The result is then empty. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** Receives standard error in chunks. Its end is still kept for error reports. */
  readonly onError?: (chunk: Buffer) => void;
  readonly bounds?: Bounds;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Called with the process id. Returns a callback for when the process has ended. If it throws, the
   * process is killed, and the run fails with that error.
   */
  readonly onStart?: (pid: number) => () => void;
  /** Added to our niceness, so that the program yields to work that visitors are waiting for. */
  readonly niceness?: number;
}

const STDERR_TAIL = 4000;

/**
 * Settings of glibc's allocator (mallopt(3), in bytes) for programs that run once. By default,
 * glibc returns the memory of a large packet to the kernel when it is freed, and the next packet's
 * memory is zeroed page by page again. Copying 600 MB in packets of 200 KB took a third of its
 * processor time for that. Other C libraries ignore these variables.
 */
const KEEPS_FREED_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(32 * 1024 * 1024),
};

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

/**
 * Runs a program with a list of arguments (never through a shell), on a leash and with a clean
 * environment. Its whole group is killed when the time is up, when the signal is aborted, or when
 * the output exceeds the limit.
 * @returns the program's standard output; '' with `onOutput`
 * @throws ProcessError
 */
export function runProcess(
  command: string,
  argv: readonly string[],
  options: RunOptions,
): Promise<string> {
  const { timeoutMs, signal, input, feeds = [] } = options;
  return new Promise((resolve, reject) => {
    const child = start([command, ...argv], options);
    let failure: ProcessFailure | null = null;
    const end = (reason: ProcessFailure): void => {
      failure ??= reason;
      if (child.pid !== undefined) {
        killGroup(child.pid);
      }
    };
    const deadline = setTimeout(() => end('timeout'), timeoutMs);
    const onAbort = (): void => end('aborted');
    signal?.addEventListener('abort', onAbort, { once: true });
    let started: Started = {};
    const release = (): void => {
      started.forget?.();
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onAbort);
    };
    child.on('error', (cause) => {
      release();
      reject(new ProcessError('spawn', null, '', { cause }));
    });
    if (child.pid === undefined) {
      // If no file descriptors were free, there are no streams. The error event follows.
      return;
    }
    const measured = measureChild(command);
    started = begin(child.pid, options);
    if (started.refusal !== undefined) {
      end('aborted');
    }
    const written = collect(child, options, () => end('output'));
    // A program may end without reading everything.
    child.stdin?.on('error', () => undefined).end(input);
    feeds.forEach((feed, index) => {
      const pipe = child.stdio[3 + index] as Writable;
      feed(pipe.on('error', () => undefined));
    });
    child.on('close', (code, killedBy) => {
      release();
      const reason =
        failure ?? (code === 0 ? null : code === 127 || code === 126 ? 'spawn' : 'exit');
      measured(reason ?? 'ok');
      if (reason === null) {
        resolve(written.output());
      } else {
        const endedBy = failure === null ? killedBy : null;
        const error = new ProcessError(reason, code, written.stderr(), { endedBy });
        reject(started.refusal ?? error);
      }
    });
    if (signal?.aborted) {
      end('aborted');
    }
  });
}

function start(command: string[], { input, bounds, env, feeds = [] }: RunOptions): Child {
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const stdio: StdioOptions = [stdin, 'pipe', 'pipe', ...feeds.map(() => 'pipe' as const)];
  const own = { detached: true, env: { ...leashedEnv(bounds), ...KEEPS_FREED_MEMORY, ...env } };
  return spawn(LEASH, command, { ...own, stdio }) as Child;
}

interface Started {
  /** To be called when the process has ended. */
  readonly forget?: () => void;
  /** The error that `onStart` threw. */
  readonly refusal?: Error;
}

function begin(pid: number, { niceness, onStart }: RunOptions): Started {
  if (niceness !== undefined) {
    lowerPriority(pid, niceness);
  }
  try {
    return onStart === undefined ? {} : { forget: onStart(pid) };
  } catch (error) {
    return { refusal: error as Error };
  }
}

function collect(
  child: Child,
  { maxOutputBytes: maxBytes = 16 * 1024 * 1024, onOutput, onError }: RunOptions,
  onTooMuch: () => void,
): { output: () => string; stderr: () => string } {
  const output: Buffer[] = [];
  let size = 0;
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) {
      onTooMuch();
    } else if (onOutput !== undefined) {
      onOutput(chunk);
    } else {
      output.push(chunk);
    }
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_TAIL);
    onError?.(chunk);
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('error', onTooMuch);
  }
  return { output: () => Buffer.concat(output).toString('utf8'), stderr: () => stderr };
}
