import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { repositoryRoot } from '../../../../infra/process/api-root.js';

const FILE = fileURLToPath(new URL('config/canaries.json', repositoryRoot));
const linksSchema = z.array(z.url({ protocol: /^https?$/ })).max(50);

/** Thrown when the operator's list is malformed. The message is a single line. */
export class LiveLinksProblem extends Error {}

/**
 * The live pages on which to test a new yt-dlp, from config/canaries.json. Empty if there is no
 * such file.
 * @throws LiveLinksProblem
 */
export async function readLiveLinks(file = FILE): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return '[]';
    }
    throw new LiveLinksProblem(`${file} cannot be read (${error.code})`);
  });
  try {
    return linksSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new LiveLinksProblem(`${file} must be a list of at most 50 http(s) links`, { cause });
  }
}
