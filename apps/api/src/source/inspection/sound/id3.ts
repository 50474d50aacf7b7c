/** Size of the header of an ID3v2 tag, in bytes. */
export const ID3_HEADER_BYTES = 10;
const HAS_FOOTER = 0x10;

/**
 * Size of the ID3v2 tag that starts with these bytes, including its header and footer, in bytes; 0
 * if there is none. Each byte of its size field holds seven bits (ID3v2 §3.1).
 */
export function id3Bytes(head: Buffer): number {
  if (head.length < ID3_HEADER_BYTES || head.toString('latin1', 0, 3) !== 'ID3') {
    return 0;
  }
  const size = head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  const hasFooter = (head.readUInt8(5) & HAS_FOOTER) !== 0;
  return ID3_HEADER_BYTES + size + (hasFooter ? ID3_HEADER_BYTES : 0);
}
