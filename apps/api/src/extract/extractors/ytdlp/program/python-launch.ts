interface PythonLaunch {
  /** An absolute path, or a name to look up on PATH (`#!/usr/bin/env python3`). */
  readonly command: string;
  /** Options of the interpreter (`-sP`). They change where modules are found. */
  readonly flags: readonly string[];
  /**
   * True for a zip archive that contains the program's modules (a zipapp); false for a script that
   * imports them.
   */
  readonly isArchive: boolean;
}

const PYTHON = /(?:^|\/)(?:python|pypy)[\d.]*$/;
const ZIP_ENTRY = 'PK\u0003\u0004';
/**
 * The lines that pip writes if the interpreter's path is too long for a shebang or contains spaces.
 */
const TRAMPOLINE = /^'''exec' (["']?)(\/[^"'\n]+?)\1 "\$0" "\$@"$/;

/**
 * Parses the start of a yt-dlp file. Recognizes the official zipapp, and the scripts that pip,
 * pipx, uv and distributions install.
 * @param head the first few thousand bytes, as Latin-1
 * @returns null for any other file: a frozen binary, a shell wrapper, a script of another program
 */
export function pythonLaunchOf(head: string): PythonLaunch | null {
  const end = head.indexOf('\n');
  if (!head.startsWith('#!') || end === -1) {
    return null;
  }
  const words = head.slice(2, end).trim().split(/\s+/);
  const rest = head.slice(end + 1);
  const isArchive = rest.startsWith(ZIP_ENTRY);
  if (!isArchive && !/^[ \t]*(?:from|import) yt_dlp\b/m.test(rest)) {
    return null;
  }
  const [command = '', ...flags] = interpreterOf(words, rest);
  return PYTHON.test(command) ? { command, flags, isArchive } : null;
}

function interpreterOf([first = '', ...words]: readonly string[], rest: string): string[] {
  if (first.endsWith('/env')) {
    return words[0] === '-S' ? words.slice(1) : [...words];
  }
  const trampoline = TRAMPOLINE.exec(rest.split('\n', 1)[0] ?? '')?.[2];
  return first === '/bin/sh' && trampoline !== undefined ? [trampoline] : [first, ...words];
}
