import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '../process/api-root.js';
import { runProcess } from '../process/run-process.js';
import { findProgram } from './find-program.js';
import { compareVersions } from './ytdlp-version.js';

/** What yt-dlp runs the challenges of YouTube with. */
export interface JsRuntime {
  /** As yt-dlp's `--js-runtimes` has it: "deno:/usr/bin/deno". */
  readonly option: string;
  /** What it needs in yt-dlp's environment, which yt-dlp hands on. */
  readonly env: Readonly<Record<string, string>>;
}

interface Candidate {
  readonly name: 'deno' | 'node';
  readonly path: string;
  /** Known without running it. */
  readonly version?: string;
}

interface Machine {
  /** The PATH. */
  readonly searchPath: string;
  /** The Node that we run in ourselves. */
  readonly own: { readonly path: string; readonly version: string };
  /** The Deno that npm has brought; null where it has not. */
  readonly bundled: string | null;
  /** A folder that is ours, for what Deno keeps. */
  readonly cacheDir: string;
}

/** The oldest versions that yt-dlp accepts (its utils/_jsruntime.py). */
const OLDEST = { deno: '2.3.0', node: '22.0.0' } as const;

/** The first Node whose V8 cannot start within the bounds of a job, unless it compiles nothing. */
const NODE_NEEDS_JITLESS = '24.0.0';

const ANSWER_TIMEOUT_MS = 20_000;

/**
 * The binary of the optional dependency `deno`, for this machine. Not `.bin/deno`, which starts a
 * Node to start it; null where there is none for the machine (musl, `--omit=optional`).
 */
export function bundledDeno(): string | null {
  const libc = process.platform === 'linux' ? '-glibc' : '';
  const name = `node_modules/@deno/${process.platform}-${process.arch}${libc}/deno`;
  return findProgram(name, [fileURLToPath(new URL(name, repositoryRoot))], '');
}

/** How long "none" is cached: one may be upgraded in place, or have lacked the memory to start. */
const NONE_FOR_MS = 60_000;

interface Known {
  readonly key: string;
  readonly runtime: Promise<JsRuntime | null>;
  readonly askedAt: number;
  isNone: boolean;
}

/** Finds the JavaScript runtime of a machine; asks each program for its version only once. */
export class JsRuntimeFinder {
  private known: Known | null = null;

  /**
   * Deno first: it gives scripts neither network nor files, Node only no files. An operator's own,
   * on PATH, before the bundled one: it is kept up to date by whoever put it there.
   * @returns null when there is none that is new enough.
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
  // npm puts its own folders first, with a `deno` that is the shim of the bundled one.
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
 * yt-dlp starts it without any permission, and remote modules refused (its jsc/_builtin/deno.py).
 *
 * Without compiling: V8 in Deno reserves 512 MB for code, which count as data, before it runs a line,
 * and the whole job may take less. A player of 2.6 MB takes 1.4 s so, 0.4 s compiled; and what a page
 * has written runs in an interpreter alone.
 */
function denoEnv(cacheDir: string): Record<string, string> {
  return {
    DENO_DIR: join(cacheDir, 'deno'),
    DENO_NO_UPDATE_CHECK: '1',
    DENO_V8_FLAGS: '--jitless',
    // Whatever it writes to standard error is a failure to yt-dlp, shown to the operator.
    NO_COLOR: '1',
  };
}

/** Node 22 starts within the bounds, and with the option it writes a warning, which fails the job. */
function nodeEnv(version: string): Record<string, string> {
  return compareVersions(version, NODE_NEEDS_JITLESS) >= 0 ? { NODE_OPTIONS: '--jitless' } : {};
}

/** The version that a runtime reports ("deno 2.9.5 (stable, …)", "v22.23.3"); '' when it does not run. */
async function versionOf(path: string): Promise<string> {
  const output = await runProcess(path, ['--version'], { timeoutMs: ANSWER_TIMEOUT_MS }).catch(
    () => '',
  );
  return /^(?:deno |v)(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? '';
}
