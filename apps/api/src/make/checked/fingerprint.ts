import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Hashes files. The result is the same only for the same bytes in the same order. */
export async function fingerprint(paths: readonly string[], signal: AbortSignal): Promise<string> {
  const digests: string[] = [];
  for (const path of paths) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash, { signal });
    digests.push(hash.digest('hex'));
  }
  return digests.join(' ');
}
