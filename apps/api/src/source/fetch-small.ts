import { DomainError } from '../infra/http/domain-error.js';
import { checkAnswer } from './source-status.js';
import type { FetchContext } from './fetch-context.js';
import type { Remote } from './remote.js';
import { retrying } from './retry.js';

/**
 * Fetches something small, like a playlist or a key.
 * @returns its bytes, and where they came from after redirects.
 * @throws SourceGone or DomainError.
 */
export async function fetchSmall(
  { url, headers }: Remote,
  { egress, signal }: FetchContext,
  maxBytes: number,
): Promise<{ bytes: Buffer; url: string }> {
  let found = { bytes: Buffer.alloc(0), url };
  await retrying(
    async () => {
      const response = await egress.request(url, { headers, signal });
      try {
        checkAnswer(response.status, { ...response.headers, 'content-type': undefined });
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of response.body as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size > maxBytes) {
            throw new DomainError('NOT_MEDIA', { cause: `more than ${maxBytes} bytes` });
          }
          chunks.push(chunk);
        }
        found = { bytes: Buffer.concat(chunks), url: response.url };
      } finally {
        response.body.destroy();
      }
    },
    () => 0,
    signal,
  );
  return found;
}
