import { CONTROLS } from '@dipper/media';
import { readFileSync, statSync } from 'node:fs';

/**
 * The maximum size of a cookie file, in bytes. All the cookies of a browser take a few hundred
 * kilobytes.
 */
const MAX_BYTES = 1024 * 1024;

export const isOpenToOthers = (mode: number): boolean => (mode & 0o077) !== 0;

/**
 * Reads a cookie file in Netscape format, which browser extensions and curl write.
 * @throws Error that states the problem without quoting the file
 */
export function readCookieFile(path: string): { text: string; isOpenToOthers: boolean } {
  let text: string;
  let mode: number;
  try {
    const found = statSync(path);
    if (!found.isFile()) {
      throw new Error('is not a file');
    }
    if (found.size > MAX_BYTES) {
      throw new Error(`has more than ${MAX_BYTES} bytes`);
    }
    mode = found.mode;
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const fault = code === undefined ? message : `cannot be read (${code})`;
    throw new Error(fault, { cause: error });
  }
  const fault = cookieFault(text);
  if (fault !== null) {
    throw new Error(fault);
  }
  return { text, isOpenToOthers: isOpenToOthers(mode) };
}

/**
 * Describes what is wrong with a cookie file; null if it is valid. The rules are the ones that
 * yt-dlp applies (cookies.py `YoutubeDLCookieJar.load` and Python's `MozillaCookieJar`).
 */
export function cookieFault(text: string): string | null {
  const [head = '', ...lines] = text.split(/\r?\n/);
  if (!/^#( Netscape)? HTTP Cookie File/.test(head)) {
    return 'must begin with "# Netscape HTTP Cookie File"';
  }
  let cookies = 0;
  for (const [index, line] of lines.entries()) {
    const entry = line.replace(/^#HttpOnly_/, '');
    if (entry.trim() === '' || entry.startsWith('#')) {
      continue;
    }
    if (!isCookie(entry)) {
      return `line ${index + 2} is not a cookie (seven fields with tabs between them)`;
    }
    cookies += 1;
  }
  return cookies === 0 ? 'contains no cookies' : null;
}

const CONTROL = new RegExp(`[${CONTROLS}]`, 'u');

function isCookie(line: string): boolean {
  const fields = line.split('\t');
  const [domain = '', withSubdomains = '', path = '', secure = '', expires = ''] = fields;
  return (
    fields.length === 7 &&
    /^[\w.-]+$/.test(domain) &&
    [withSubdomains, secure].every((flag) => flag === 'TRUE' || flag === 'FALSE') &&
    path.startsWith('/') &&
    /^\d*$/.test(expires) &&
    !fields.some((field) => CONTROL.test(field))
  );
}
