import { crc32, constants, deflateRawSync } from 'node:zlib';

/** RFC 1952 §2.3: deflate, no name, no time, best compression, unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
const LEVEL = 9;

/** Part of a document between two nonces. */
interface Part {
  readonly plain: Buffer;
  readonly packed: Buffer;
}

/** A stored (uncompressed) deflate block (RFC 1951 §3.2.4). */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

/** Each part is a sequence of whole blocks, so that other blocks can be inserted between them. */
function pack(plain: Buffer, isLast: boolean): Buffer {
  const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
  return deflateRawSync(plain, { level: LEVEL, finishFlush });
}

/**
 * A document that is sent many times, each time with another nonce. It is compressed once, around
 * the places of the nonce; a reply is assembled from the parts.
 */
export class PreparedDocument {
  /** Its size in memory, bytes. */
  readonly size: number;
  private readonly parts: readonly Part[];

  /** @param placeholder occurs exactly where the nonce goes */
  constructor(document: string, placeholder: string) {
    const texts = document.split(placeholder);
    this.parts = texts.map((text, at) => {
      const plain = Buffer.from(text);
      return { plain, packed: pack(plain, at === texts.length - 1) };
    });
    this.size = this.parts.reduce(
      (sum, { plain, packed }) => sum + plain.length + packed.length,
      0,
    );
  }

  plain(nonce: string): Buffer {
    const parts = this.parts.map(({ plain }) => plain);
    return Buffer.concat(between(parts, Buffer.from(nonce)));
  }

  gzip(nonce: string): Buffer {
    const inserted = Buffer.from(nonce);
    const tail = Buffer.alloc(8);
    let sum = 0;
    let length = 0;
    const plain = this.parts.map((part) => part.plain);
    for (const bytes of between(plain, inserted)) {
      // For empty input, Node returns 0 regardless of the previous sum.
      sum = bytes.length === 0 ? sum : crc32(bytes, sum);
      length += bytes.length;
    }
    tail.writeUInt32LE(sum, 0);
    tail.writeUInt32LE(length, 4);
    const packed = this.parts.map((part) => part.packed);
    return Buffer.concat([GZIP_HEAD, ...between(packed, storedBlock(inserted)), tail]);
  }
}

/** The parts, with the given bytes between each two. */
function between(parts: readonly Buffer[], bytes: Buffer): Buffer[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [bytes, part]));
}
