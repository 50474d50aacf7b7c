import { jpegSize } from '../../infra/pictures/jpeg-size.js';

/** A cover that we have encoded as JPEG. */
export interface Cover {
  readonly path: string;
  readonly bytes: number;
}

/** The type of a picture that is a front cover (ID3v2 "APIC"). */
const FRONT_COVER = 3;
const MEDIA_TYPE = 'image/jpeg';
const BITS_PER_PIXEL = 24;

/**
 * A picture as Ogg files store it: `METADATA_BLOCK_PICTURE`, which is the FLAC block in base64 (RFC
 * 9639 §8.8; "VorbisComment", xiph.org). ffmpeg reads this comment but does not write it.
 */
export function pictureBlock(jpeg: Buffer): string {
  const { width, height } = jpegSize(jpeg);
  const type = Buffer.from(MEDIA_TYPE, 'latin1');
  // The zeros stand for no description and no palette.
  const facts = [FRONT_COVER, type.length, type, 0, width, height, BITS_PER_PIXEL, 0, jpeg.length];
  const parts = facts.map((fact) => (typeof fact === 'number' ? uint32(fact) : fact));
  return Buffer.concat([...parts, jpeg]).toString('base64');
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
