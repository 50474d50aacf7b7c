import { crc32, constants, deflateRawSync } from 'node:zlib';

/** RFC 1952 §2.3: deflate, no name, no time, made with the best compression, system unknown. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
const LEVEL = 9;

/** A part of a document between two nonces. */
interface Part {
  readonly plain: Buffer;
  readonly packed: Buffer;
}

/** A block of deflate that holds its bytes as they are (RFC 1951 §3.2.4). */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

/** Each part is a run of whole blocks by itself, so that others can stand between them. */
function pack(plain: Buffer, isLast: boolean): Buffer {
  const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
  return deflateRawSync(plain, { level: LEVEL, finishFlush });
}

/**
 * A document that is sent many times, with another nonce each time. It is compressed once, around
 * the places of the nonce; a reply is put together of what is there.
 */
export class PreparedDocument {
  /** Bytes that it takes in memory. */
  readonly size: number;
  private readonly parts: readonly Part[];

  /** @param placeholder stands where the nonce goes, and nowhere else */
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
      // Of no bytes Node gives 0, whatever came before.
      sum = bytes.length === 0 ? sum : crc32(bytes, sum);
      length += bytes.length;
    }
    tail.writeUInt32LE(sum, 0);
    tail.writeUInt32LE(length, 4);
    const packed = this.parts.map((part) => part.packed);
    return Buffer.concat([GZIP_HEAD, ...between(packed, storedBlock(inserted)), tail]);
  }
}

/** The parts, with the same bytes between each two. */
function between(parts: readonly Buffer[], bytes: Buffer): Buffer[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [bytes, part]));
}
