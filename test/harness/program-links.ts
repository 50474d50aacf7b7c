import { accessSync, constants, existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export type ProgramName = 'yt-dlp' | 'ffmpeg' | 'ffprobe';

const VARIABLES: Readonly<Record<ProgramName, string>> = {
  'yt-dlp': 'YT_DLP_PATH',
  ffmpeg: 'FFMPEG_PATH',
  ffprobe: 'FFPROBE_PATH',
};
const NAMES = Object.keys(VARIABLES) as ProgramName[];
const BUNDLED_YT_DLP = join(process.cwd(), 'node_modules/yt-dlp-exec/bin/yt-dlp');

/**
 * A folder with links to this machine's programs, so that a test can hide a program by removing its
 * link.
 */
export class ProgramLinks {
  private constructor(private readonly folder: string) {}

  static async make(): Promise<ProgramLinks> {
    const links = new ProgramLinks(await mkdtemp(join(tmpdir(), 'dipper-programs-')));
    await Promise.all(NAMES.map((name) => links.put(name)));
    return links;
  }

  get env(): Record<string, string> {
    return Object.fromEntries(NAMES.map((name) => [VARIABLES[name], this.pathOf(name)]));
  }

  async put(name: ProgramName): Promise<void> {
    await symlink(programPath(name), this.pathOf(name));
  }

  async remove(name: ProgramName): Promise<void> {
    await rm(this.pathOf(name));
  }

  async without<T>(name: ProgramName, run: () => Promise<T>): Promise<T> {
    await this.remove(name);
    try {
      return await run();
    } finally {
      await this.put(name);
    }
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }

  private pathOf(name: ProgramName): string {
    return join(this.folder, name);
  }
}

/**
 * Returns the path of the program that a server would use. @throws if the program is missing on
 * this machine
 */
export function programPath(name: ProgramName): string {
  const named = process.env[VARIABLES[name]];
  const inPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  const bundled = name === 'yt-dlp' && existsSync(BUNDLED_YT_DLP) ? [BUNDLED_YT_DLP] : [];
  const found = [...(named ? [named] : []), ...bundled, ...inPath].find(isRunnable);
  if (found === undefined) {
    throw new Error(`${name} is not installed`);
  }
  return found;
}

export function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
