import { type ChildProcess, spawn } from 'node:child_process';
import { measureChild } from './child-metrics.js';
import { killGroup } from './kill-group.js';
import { type Bounds, LEASH, leashedEnv } from './leash.js';
import { yieldToRequests } from './lower-priority.js';

/** This is large because V8 prints a long native stack after its reason for ending a process. */
const STDERR_TAIL = 16_000;

interface MessageOptions {
  readonly argument: string;
  readonly bounds: Bounds;
  /** Maximum size of the JavaScript heap in megabytes. V8 ends the process if it needs more. */
  readonly heapMb: number;
  readonly onMessage: (message: unknown) => void;
  /** Called when the process has ended, or can't be started. */
  readonly onEnd: (cause: Error) => void;
}

/**
 * One of our own Node programs in a separate process that exchanges messages with us. It ends when
 * our process ends, and has a clean environment.
 */
export class MessageProcess {
  private readonly child: ChildProcess;
  private stderr = '';

  /** @param path the program's file. Its only argument is `options.argument`. */
  constructor(path: string, { argument, bounds, heapMb, onMessage, onEnd }: MessageOptions) {
    const flags = [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=8'];
    this.child = spawn(LEASH, [process.execPath, ...flags, path, argument], {
      detached: true,
      env: leashedEnv(bounds),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Sends buffers as bytes; the default is JSON.
      serialization: 'advanced',
    });
    yieldToRequests(this.child.pid);
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_TAIL);
    });
    if (this.child.pid !== undefined) {
      const measured = measureChild(process.execPath);
      this.child.once('exit', (code) => measured(code === 0 ? 'ok' : 'exit'));
    }
    this.child.on('message', onMessage);
    this.child.on('error', onEnd);
    this.child.once('close', (code, signal) =>
      onEnd(new Error(`ended with ${signal ?? code}: ${this.stderr}`)),
    );
  }

  /** Sends a message. Resolves when the pipe has accepted it, or the program has ended. */
  send(message: object): Promise<void> {
    return new Promise((resolve) => {
      this.child.send(message, () => resolve());
    });
  }

  /** Kills the process and waits until it has ended. */
  async end(): Promise<void> {
    const { pid, exitCode, signalCode } = this.child;
    // After the process has ended, its id may belong to another process.
    if (pid !== undefined && exitCode === null && signalCode === null) {
      const exited = new Promise((resolve) => this.child.once('exit', resolve));
      killGroup(pid);
      await exited;
    }
  }
}
