import { ERRORS } from '@dipper/contract';
import { FrameTableReader } from './frame-table.js';

/** `framecrc` lines without key frames. */
function packets(count: number): Buffer {
  const lines = Array.from({ length: count }, (_, at) => `0, ${at}, ${at}, 1, 9, 0x1, F=0x0\n`);
  return Buffer.from(lines.join(''));
}

it('refuses too many packets, however far apart the key frames are', () => {
  const reader = new FrameTableReader(0, Infinity, 100);
  reader.push(Buffer.from('#tb 0: 1/60\n'));
  reader.push(packets(100));
  expect(reader.result().packets).toHaveLength(100);
  reader.push(packets(1));
  expect(() => reader.result()).toThrow(ERRORS.WISH_NOT_POSSIBLE.message);
});
