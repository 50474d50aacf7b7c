import type { WrittenDocument } from '@dipper/site';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashSources, type InlineSources, nonceSources } from '../content-policy.js';

/** The encodings of a document, best first (RFC 9110 §8.4.1, RFC 7932). */
export const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Compression levels. A document that many visitors get is worth more time. */
interface Effort {
  readonly br: number;
  readonly gzip: number;
}

const FOR_ALL: Effort = { br: 9, gzip: 9 };
const ONCE: Effort = { br: 4, gzip: 5 };

const PACK: Readonly<Record<Encoding, (plain: Buffer, effort: Effort) => Promise<Buffer>>> = {
  br: (plain, { br }) =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: br,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  gzip: (plain, { gzip: level }) => promisify(gzip)(plain, { level }),
};

export class PageDocument {
  readonly plain: Buffer;
  /** Weak, because it is the same for all encodings (RFC 9110 §8.8.1). */
  readonly etag: string;
  /** Inline scripts and styles that the content security policy has to allow. */
  readonly inline: InlineSources;
  private readonly packed = new Map<Encoding, Promise<Buffer>>();
  private readonly effort: Effort;

  /**
   * @param nonce null if the policy lists hashes
   * @param isForAll true if the document will be sent many times
   */
  constructor(written: WrittenDocument, nonce: string | null, isForAll: boolean) {
    this.plain = Buffer.from(written.html);
    this.etag = `W/"${createHash('sha256').update(this.plain).digest('base64url').slice(0, 27)}"`;
    this.inline = nonce === null ? hashSources(written) : nonceSources(nonce);
    this.effort = isForAll ? FOR_ALL : ONCE;
  }

  /** An upper bound of the memory used by the document and all its encodings, in bytes. */
  get size(): number {
    return this.plain.length * 2;
  }

  /**
   * The bytes in this encoding; null for uncompressed. The document is compressed on the first
   * request, and the result is cached.
   */
  body(encoding: Encoding | null): Promise<Buffer> {
    if (encoding === null) {
      return Promise.resolve(this.plain);
    }
    const packed = this.packed.get(encoding) ?? PACK[encoding](this.plain, this.effort);
    this.packed.set(encoding, packed);
    // A failure, such as a lack of memory, must not be cached along with the document.
    packed.catch(() => this.packed.delete(encoding));
    return packed;
  }
}
