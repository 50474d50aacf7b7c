import { readFile } from 'node:fs/promises';
import { apiRoot } from '../../../../infra/process/api-root.js';

/**
 * The key that signs yt-dlp's releases: `public.key` in its repository, fingerprint AC0C BBE6 848D
 * 6A87 3464 AF4E 57CF 6593 3B5A 7581. It is part of our code, because a key that is downloaded
 * together with a release proves nothing.
 */
const KEY_FILE = new URL('bin/yt-dlp-release.key', apiRoot);

export function readReleaseKey(): Promise<string> {
  return readFile(KEY_FILE, 'utf8');
}
