import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { repositoryRoot } from '../../../../infra/process/api-root.js';

const FILE = fileURLToPath(new URL('config/canaries.json', repositoryRoot));
const linksSchema = z.array(z.url({ protocol: /^https?$/ })).max(50);

/** The operator's list is malformed; the message is one line. */
export class LiveLinksProblem extends Error {}

/**
 * Live pages to test a new yt-dlp on, from config/canaries.json; none without that file.
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
