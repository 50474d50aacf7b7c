import { ERRORS } from '@dipper/contract';
import { FrameTableReader } from './frame-table.js';

/** Lines of `framecrc` for frames of which none is a key frame. */
function packets(count: number): Buffer {
  const lines = Array.from({ length: count }, (_, at) => `0, ${at}, ${at}, 1, 9, 0x1, F=0x0\n`);
  return Buffer.from(lines.join(''));
}

it('holds no more packets than six hours have, however far apart the key frames lie', () => {
  const reader = new FrameTableReader(0, Infinity);
  reader.push(Buffer.from('#tb 0: 1/60\n'));
  const lines = packets(50_000);
  reader.push(lines);
  expect(reader.result().packets).toHaveLength(50_000);
  for (let at = 0; at < 30; at += 1) {
    reader.push(lines);
  }
  expect(() => reader.result()).toThrow(ERRORS.WISH_NOT_POSSIBLE.message);
});
