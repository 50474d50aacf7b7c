import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The file that runs the command line. */
export const DIPPER = join(__dirname, '../../apps/cli/bin/dipper.mjs');

export interface CommandResult {
  /** The exit code; null if a signal ended the command. */
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A run of the command line. */
export interface CommandRun {
  readonly child: ChildProcess;
  readonly result: Promise<CommandResult>;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts `dipper` with these arguments. Of our environment, it gets only PATH. */
export function startCommand(argv: readonly string[], options: CommandOptions): CommandRun {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [DIPPER, ...argv], {
    cwd: options.cwd,
    env: { PATH, HOME, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const result = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stdout: Buffer.concat(stdout),
    stderr,
  }));
  return { child, result };
}

/** The paths of this machine's programs, for a server that the command line starts. */
export function programPaths(): Record<string, string> {
  return Object.fromEntries(
    ['YT_DLP_PATH', 'FFMPEG_PATH', 'FFPROBE_PATH'].flatMap((name) => {
      const path = process.env[name];
      return path === undefined ? [] : [[name, path]];
    }),
  );
}

/** Runs `dipper` until it exits. */
export function runCommand(
  argv: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  return startCommand(argv, options).result;
}
