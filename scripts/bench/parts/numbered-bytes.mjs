export const BLOCK = 2 ** 20;

/**
 * The bytes of the fetched file from a position to the end of its block; each block begins with its number.
 * @param {number} at
 * @param {number} end of the requested bytes
 */
export function bytesAt(at, end) {
  const block = Buffer.alloc(BLOCK, 'dipper');
  block.writeUInt32BE(Math.floor(at / BLOCK));
  const from = at % BLOCK;
  return block.subarray(from, Math.min(BLOCK, from + end - at));
}
