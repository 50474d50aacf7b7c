import { indexRoom } from './index-room.js';
import type { Probe } from '../probe-schema.js';

const source = (...frames: (number | null)[]): Probe => ({
  durationSeconds: 10,
  guessed: false,
  streams: frames.map((count) => ({
    type: 'video',
    codec: 'h264',
    durationSeconds: 10,
    frames: count,
  })),
});

describe('indexRoom', () => {
  it.each([
    ['a large file', [source(3360), source(5251)], 592e6, 65_536 + 8611 * 24],
    ['both streams in one file', [source(100, 200)], 100e6, 65_536 + 300 * 24],
    ['an unknown number of frames', [source(3360), source(null)], 592e6, null],
    ['nothing', [], 592e6, null],
    ['room that just fits', [source(0)], 65_536 / 0.005, 65_536],
    ['room that would be waste', [source(0)], 65_536 / 0.005 - 1, null],
  ])('%s', (_, sources, totalBytes, room) => {
    expect(indexRoom(sources, totalBytes)).toBe(room);
  });
});
