import { DomainError } from '../../infra/errors/domain-error.js';
import type { FetchContext } from '../lanes/over-lanes.js';
import type { Cipher } from '../inspection/segment-bytes.js';
import { remoteAt, type Remote, type Segment } from '../client/source-stream.js';

/** Maximum size of a key in bytes. A key has 16 bytes, so anything much longer is not a key. */
const MAX_KEY_BYTES = 64;

/** The keys of a stream's segments, each fetched once. */
export class SegmentKeys {
  private readonly keys = new Map<string, Buffer>();

  constructor(private readonly context: FetchContext) {}

  /**
   * @returns the cipher for a segment; null for a plain segment.
   * @throws SourceGone; DomainError (SOURCE_FAILED for an invalid key).
   */
  async of({ key }: Segment, origin: Remote): Promise<Cipher | null> {
    return key === null ? null : { key: await this.keyAt(key.url, origin), iv: key.iv };
  }

  forget(): void {
    this.keys.clear();
  }

  private async keyAt(url: string, origin: Remote): Promise<Buffer> {
    const known = this.keys.get(url);
    if (known !== undefined) {
      return known;
    }
    const { client, pace, signal } = this.context;
    const { bytes } = await client.readPatiently(remoteAt(url, origin), {
      maxBytes: MAX_KEY_BYTES,
      pace,
      signal,
    });
    if (bytes.length !== 16) {
      throw new DomainError('SOURCE_FAILED', { cause: `a key of ${bytes.length} bytes` });
    }
    this.keys.set(url, bytes);
    return bytes;
  }
}
