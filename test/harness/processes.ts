import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface SeenProcess {
  readonly pid: number;
  readonly parent: number;
  /** The name of its program, at most 15 characters. */
  readonly name: string;
  readonly commandLine: string;
  /**
   * The process's start in clock ticks since boot. This distinguishes the process from a later one
   * with the same pid.
   */
  readonly startedAt: string;
}

function allProcesses(): SeenProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)) ?? []);
}

function readProcess(pid: number): SeenProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    // The name in parentheses may contain any character, so fields are counted after the last
    // parenthesis (proc(5)).
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    const [state, parent = '0', startedAt = ''] = [fields[0], fields[1], fields[19]];
    const name = stat.slice(stat.indexOf('(') + 1, end);
    return state === 'Z' ? null : { pid, parent: Number(parent), name, commandLine, startedAt };
  } catch {
    return null;
  }
}

export function descendantsOf(pid: number): SeenProcess[] {
  const all = allProcesses();
  const found = all.filter(({ parent }) => parent === pid);
  for (const { pid: next } of found) {
    found.push(...all.filter(({ parent }) => parent === next));
  }
  return found;
}

/** True for the resident yt-dlp of a server. The children of that process read pages. */
export function isResident({ commandLine }: SeenProcess): boolean {
  return commandLine.includes('ytdlp-parent.py');
}

/**
 * Returns the processes that read a page for a server: the children of its resident yt-dlp, or
 * separate yt-dlp runs.
 */
export function pageReadersOf(server: number): SeenProcess[] {
  const all = descendantsOf(server);
  const residents = all.filter((one) => isResident(one) && one.parent === server);
  return all.filter(
    ({ parent, commandLine }) =>
      residents.some(({ pid }) => pid === parent) || commandLine.includes('--dump-single-json'),
  );
}

/**
 * Returns the processes whose command line contains the given string. The server's children have
 * paths below DATA_DIR among their arguments.
 */
export function processesNaming(text: string): SeenProcess[] {
  return allProcesses().filter(({ commandLine }) => commandLine.includes(text));
}

export function openFilesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)];
    } catch {
      // The process closed this file in the meantime.
      return [];
    }
  });
}

/** True while this process is alive. A later process with the same pid does not count. */
export function isAlive({ pid, startedAt }: SeenProcess): boolean {
  return readProcess(pid)?.startedAt === startedAt;
}
