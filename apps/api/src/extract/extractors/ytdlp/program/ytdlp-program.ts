import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { searchPath } from '../../../../infra/env/system-env.js';
import { runProcess } from '../../../../infra/process/run-process.js';
import { findProgram } from '../../../../infra/programs/find-program.js';
import { pythonLaunchOf } from './python-launch.js';

export interface YtDlpProgram {
  readonly path: string;
  /** The version that it reports: "2026.07.04". */
  readonly version: string;
  /**
   * Changes whenever a different yt-dlp would run, for example after an update or when a package is
   * installed.
   */
  readonly fingerprint: string;
  /** How to import yt-dlp instead of running it; null for a frozen binary or a wrapper. */
  readonly python: {
    readonly interpreter: string;
    /**
     * The folder to put first in sys.path; null if the interpreter finds the same module itself.
     */
    readonly modulePath: string | null;
  } | null;
}

const ANSWER_TIMEOUT_MS = 20_000;
/** This is larger than any script that pip or a distribution writes. */
const HEAD_BYTES = 4096;

/**
 * How long to wait before a yt-dlp that failed to run is tried again, in milliseconds. If its files
 * change, it is tried immediately.
 */
const RETRY_AFTER_MS = 60_000;

interface Known {
  /** Null if it could not be run. */
  readonly program: YtDlpProgram | null;
  readonly files: readonly string[];
  readonly fingerprint: string;
  readonly askedAt: number;
}

/**
 * Reads the version and layout of a yt-dlp installation. The result is cached until one of the
 * files changes.
 */
export class YtDlpReader {
  private readonly known = new Map<string, Known>();
  private readonly reading = new Map<string, Promise<Known>>();

  async read(path: string): Promise<YtDlpProgram | null> {
    const known = this.known.get(path);
    if (known !== undefined && isCurrent(known)) {
      return known.program;
    }
    const reading = this.reading.get(path) ?? ask(path).finally(() => this.reading.delete(path));
    this.reading.set(path, reading);
    const found = await reading;
    this.known.set(path, found);
    return found.program;
  }
}

/**
 * True if a cached result is still valid. A yt-dlp that can't run here must not be started at each
 * search.
 */
function isCurrent({ program, files, fingerprint, askedAt }: Known): boolean {
  const isFresh = program !== null || performance.now() - askedAt < RETRY_AFTER_MS;
  return isFresh && fingerprintOf(files) === fingerprint;
}

async function ask(path: string): Promise<Known> {
  const { python, files } = await importOf(path).catch(() => ({ python: null, files: [path] }));
  // Take the fingerprint before running the program, so that a replacement in the meantime is
  // noticed at the next use.
  const [fingerprint, askedAt] = [fingerprintOf(files), performance.now()];
  const version = await answerOf(path, ['--version']).catch(() => null);
  const program = version === null ? null : { path, version: version.trim(), fingerprint, python };
  return { program, files, fingerprint, askedAt };
}

/** How Python would import a yt-dlp, and the files whose changes matter. */
async function importOf(
  path: string,
): Promise<{ python: YtDlpProgram['python']; files: readonly string[] }> {
  const launch = pythonLaunchOf(headOf(path));
  const interpreter = launch && interpreterOf(launch.command);
  if (launch === null || interpreter === null) {
    return { python: null, files: [path] };
  }
  if (launch.isArchive) {
    return { python: { interpreter, modulePath: realpathSync(path) }, files: [path, interpreter] };
  }
  const found = await findModule(interpreter, launch.flags);
  if (found === null) {
    // Only the script itself knows where the module is.
    return { python: null, files: [path, interpreter] };
  }
  const package_ = dirname(found.origin);
  return {
    // Add the folder of the module: without its flags, the interpreter might find another copy,
    // such as a user's own.
    python: { interpreter, modulePath: launch.flags.length === 0 ? null : dirname(package_) },
    // The folders change when a package is installed, for example yt-dlp-ejs, or a newer yt-dlp
    // that comes first.
    files: [path, interpreter, join(package_, 'version.py'), ...found.folders],
  };
}

/**
 * Prints the location of the module and the search path. An entry "" in the path would be our own
 * working folder.
 */
const WHERE_IS_IT = `
import importlib.util, json, sys
sys.path[:] = [path for path in sys.path if path]
print(json.dumps({"origin": importlib.util.find_spec("yt_dlp").origin, "folders": sys.path}))
`;
const modulesSchema = z.object({ origin: z.string(), folders: z.array(z.string()) });

async function findModule(
  interpreter: string,
  flags: readonly string[],
): Promise<z.infer<typeof modulesSchema> | null> {
  try {
    const answer = await answerOf(interpreter, [...flags, '-c', WHERE_IS_IT]);
    return modulesSchema.parse(JSON.parse(answer));
  } catch {
    return null;
  }
}

function interpreterOf(command: string): string | null {
  return isAbsolute(command)
    ? findProgram(command, [command], '')
    : findProgram(command, [], searchPath());
}

function answerOf(command: string, argv: readonly string[]): Promise<string> {
  return runProcess(command, argv, { timeoutMs: ANSWER_TIMEOUT_MS });
}

/** The start of a file; '' if the file is executable but not readable. */
function headOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      return head.toString('latin1', 0, readSync(file, head, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/**
 * A text that changes with any of the files. It is made from `stat`, not from the contents, because
 * this runs at each use (10 µs per file).
 */
function fingerprintOf(files: readonly string[]): string {
  return files.map(stampOf).join('|');
}

/** Includes the inode and the change time, because unpacking a package keeps the file times. */
function stampOf(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path);
    return [ino, size, mtimeMs, ctimeMs].map((part) => part.toString(36)).join('.');
  } catch {
    // The file is missing, or in another user's private folder.
    return '';
  }
}
