/**
 * Reads the size of a JPEG from its frame header (ITU-T T.81 §B.2.2).
 * @returns pixels; 0 by 0 if there is no frame header
 */
export function jpegSize(jpeg: Buffer): { width: number; height: number } {
  for (let at = 2; at + 9 < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf;
    if (isFrame && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) {
      return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
    }
  }
  return { width: 0, height: 0 };
}
