import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '../../../../infra/process/api-root.js';
import { runProcess } from '../../../../infra/process/run-process.js';
import { findProgram } from '../../../../infra/programs/find-program.js';
import { compareVersions } from './version.js';

/** The JavaScript runtime that yt-dlp uses to solve YouTube's challenges. */
export interface JsRuntime {
  /** In the format that yt-dlp's `--js-runtimes` expects: "deno:/usr/bin/deno". */
  readonly option: string;
  /** The variables that the runtime needs. yt-dlp passes them on from its own environment. */
  readonly env: Readonly<Record<string, string>>;
}

interface Candidate {
  readonly name: 'deno' | 'node';
  readonly path: string;
  /** Set if the version is known without running the program. */
  readonly version?: string;
}

interface Machine {
  readonly searchPath: string;
  /** The Node that runs this server. */
  readonly own: { readonly path: string; readonly version: string };
  /** The Deno installed by npm, or null. */
  readonly bundled: string | null;
  readonly cacheDir: string;
}

/** The oldest versions that yt-dlp accepts (from its utils/_jsruntime.py). */
const OLDEST = { deno: '2.3.0', node: '22.0.0' } as const;

/** The first Node whose V8 can't start within a job's memory limit, unless compilation is off. */
const NODE_NEEDS_JITLESS = '24.0.0';

const ANSWER_TIMEOUT_MS = 20_000;

/**
 * The program from the optional dependency `deno` for this machine; null if there is none (musl,
 * `--omit=optional`). Not `.bin/deno`, which would start a Node process just to start Deno.
 */
export function bundledDeno(): string | null {
  const libc = process.platform === 'linux' ? '-glibc' : '';
  const name = `node_modules/@deno/${process.platform}-${process.arch}${libc}/deno`;
  return findProgram(name, [fileURLToPath(new URL(name, repositoryRoot))], '');
}

/**
 * How long we remember that there is no runtime, in milliseconds. A runtime may be upgraded, or may
 * have lacked the memory to start.
 */
const NONE_FOR_MS = 60_000;

interface Known {
  readonly key: string;
  readonly runtime: Promise<JsRuntime | null>;
  readonly askedAt: number;
  isNone: boolean;
}

/** Finds a JavaScript runtime on this machine. Runs each program only once to get its version. */
export class JsRuntimeFinder {
  private known: Known | null = null;

  /**
   * Prefers Deno, which denies scripts both the network and files; Node only denies files. Prefers
   * the operator's own Deno on PATH to the bundled one, because the operator keeps it up to date.
   * @returns null if no runtime is new enough
   */
  find(machine: Machine): Promise<JsRuntime | null> {
    const candidates = candidatesOf(machine);
    const key = JSON.stringify(candidates);
    const { known } = this;
    const isStale = known?.isNone === true && performance.now() - known.askedAt >= NONE_FOR_MS;
    if (known?.key === key && !isStale) {
      return known.runtime;
    }
    const runtime = firstThatIsNewEnough(candidates, machine.cacheDir);
    const asked: Known = { key, runtime, askedAt: performance.now(), isNone: false };
    void runtime.then((found) => (asked.isNone = found === null));
    this.known = asked;
    return runtime;
  }
}

function candidatesOf({ searchPath, own, bundled }: Machine): Candidate[] {
  // npm puts its own folders first. They contain a `deno` that is only a shim for the bundled one.
  const folders = searchPath.split(delimiter).filter((it) => !it.endsWith('node_modules/.bin'));
  const onPath = (name: Candidate['name']): Candidate[] => {
    const path = findProgram(name, [], folders.join(delimiter));
    return path === null || path === own.path ? [] : [{ name, path }];
  };
  return [
    ...onPath('deno'),
    ...(bundled === null ? [] : [{ name: 'deno', path: bundled } as const]),
    { name: 'node', ...own },
    ...onPath('node'),
  ];
}

async function firstThatIsNewEnough(
  candidates: readonly Candidate[],
  cacheDir: string,
): Promise<JsRuntime | null> {
  for (const { name, path, version: known } of candidates) {
    const version = known ?? (await versionOf(path));
    if (compareVersions(version, OLDEST[name]) >= 0) {
      const env = name === 'deno' ? denoEnv(cacheDir) : nodeEnv(version);
      return { option: `${name}:${path}`, env };
    }
  }
  return null;
}

/**
 * yt-dlp starts Deno without any permissions, and refuses remote modules (its
 * jsc/_builtin/deno.py).
 *
 * Compilation is off. Before it runs a line, V8 in Deno reserves 512 MB for code. This counts as
 * data, and the whole job may have less. Without compilation, a player of 2.6 MB takes 1.4 s
 * instead of 0.4 s. An added benefit is that code from pages runs only in an interpreter.
 */
function denoEnv(cacheDir: string): Record<string, string> {
  return {
    DENO_DIR: join(cacheDir, 'deno'),
    DENO_NO_UPDATE_CHECK: '1',
    DENO_V8_FLAGS: '--jitless',
    // yt-dlp treats any output on standard error as a failure, and shows it to the operator.
    NO_COLOR: '1',
  };
}

/**
 * Turns compilation off where necessary. Node 22 starts within the limits without it, and would
 * print a warning about the option, which would make the job fail.
 */
function nodeEnv(version: string): Record<string, string> {
  return compareVersions(version, NODE_NEEDS_JITLESS) >= 0 ? { NODE_OPTIONS: '--jitless' } : {};
}

/**
 * The version that a runtime reports ("deno 2.9.5 (stable, …)", "v22.23.3"); '' if the runtime
 * can't be run.
 */
async function versionOf(path: string): Promise<string> {
  const output = await runProcess(path, ['--version'], { timeoutMs: ANSWER_TIMEOUT_MS }).catch(
    () => '',
  );
  return /^(?:deno |v)(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? '';
}
