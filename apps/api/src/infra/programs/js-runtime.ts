import { findProgram } from './find-program.js';
import { runProcess } from '../process/run-process.js';
import { compareVersions } from './ytdlp-version.js';

/** What yt-dlp may run the challenges of YouTube with. */
interface JsRuntime {
  readonly name: 'deno' | 'node';
  readonly path: string;
  /** Where it is known without asking. */
  readonly version?: string;
}

interface Machine {
  /** The PATH. */
  readonly searchPath: string;
  /** The Node that we run in ourselves. */
  readonly own: { readonly path: string; readonly version: string };
}

/** The oldest ones that yt-dlp takes (its utils/_jsruntime.py). */
const OLDEST = { deno: '2.3.0', node: '22.0.0' } as const;

const ANSWER_TIMEOUT_MS = 20_000;

/** Finds the JavaScript runtime of a machine; asks each program for its version only once. */
export class JsRuntimeFinder {
  private known: { readonly key: string; readonly option: Promise<string | null> } | null = null;

  /**
   * The runtime as yt-dlp's `--js-runtimes` has it ("deno:/usr/bin/deno"); null when there is none.
   * Deno first: it gives scripts neither network nor files, Node only no files.
   */
  find(machine: Machine): Promise<string | null> {
    const candidates = candidatesOf(machine);
    const key = JSON.stringify(candidates);
    if (this.known?.key !== key) {
      this.known = { key, option: firstThatIsNewEnough(candidates) };
    }
    return this.known.option;
  }
}

function candidatesOf({ searchPath, own }: Machine): JsRuntime[] {
  const onPath = (name: JsRuntime['name']): JsRuntime[] => {
    const path = findProgram(name, [], searchPath);
    return path === null || path === own.path ? [] : [{ name, path }];
  };
  return [...onPath('deno'), { name: 'node', ...own }, ...onPath('node')];
}

async function firstThatIsNewEnough(candidates: readonly JsRuntime[]): Promise<string | null> {
  for (const { name, path, version } of candidates) {
    if (compareVersions(version ?? (await versionOf(path)), OLDEST[name]) >= 0) {
      return `${name}:${path}`;
    }
  }
  return null;
}

/** The version a runtime says it has ("deno 2.9.6 (stable, …)", "v22.23.3"); '' when it does not run. */
async function versionOf(path: string): Promise<string> {
  const said = await runProcess(path, ['--version'], { timeoutMs: ANSWER_TIMEOUT_MS }).catch(
    () => '',
  );
  return /^(?:deno |v)(\d+\.\d+\.\d+)/.exec(said)?.[1] ?? '';
}
