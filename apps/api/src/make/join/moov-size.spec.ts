import type { Probe, ProbedStream } from '../probe-schema.js';
import { moovSize } from './moov-size.js';

/** A source of 1000 s with one stream of 30 packets per second, and these changes. */
const source = (changes: Partial<ProbedStream> = {}): Probe => ({
  durationSeconds: 1000,
  guessed: false,
  isCounted: false,
  startSeconds: 0,
  streams: [
    {
      ...{ type: 'video', codec: 'h264', durationSeconds: 1000, frames: null },
      ...{ pixels: 0, packetRate: 30, isReordered: false, isEven: true },
      ...changes,
    },
  ],
});
const sound = source({ type: 'audio', packetRate: 50 });
const FIXED = 16 * 1024;
const roomOf = (sources: Probe[], totalBytes = 1e9, pageSeconds: number | null = null) =>
  moovSize(sources, { totalBytes, pageSeconds });

describe('moovSize', () => {
  it.each([
    ['an even rate', source(), 30_000 * 4.5],
    [
      'a packet count, which takes precedence over the rate',
      source({ frames: 10_000 }),
      10_000 * 4.5,
    ],
    ['B-frames', source({ isReordered: true }), 30_000 * 12.5],
    ['frames of different lengths', source({ isEven: false }), 30_000 * 12.5],
    ['audio', sound, 50_000 * 4],
  ])('counts the rows of one stream with %s', (_, of, tables) => {
    expect(roomOf([of])).toBe(Math.ceil(FIXED + tables * 1.05));
  });

  it('counts interleaving, and 64-bit offsets above 4 GiB', () => {
    const tables = 30_000 * 4.5 + 50_000 * 4;
    const pair = [source(), sound];
    expect(roomOf(pair)).toBe(Math.ceil(FIXED + (tables + 30_000 * 20) * 1.05));
    expect(roomOf(pair, 5e9)).toBe(Math.ceil(FIXED + (tables + 30_000 * 28) * 1.05));
  });

  it('uses the duration of the page when it exceeds that of the source', () => {
    expect(roomOf([source()], 1e9, 2000)).toBe(Math.ceil(FIXED + 60_000 * 4.5 * 1.05));
    expect(roomOf([source()], 1e9, 500)).toBe(roomOf([source()]));
  });

  it.each([
    ['of an unknown rate', [source(), source({ packetRate: null })]],
    ['of an unknown length', [{ ...source({ durationSeconds: null }), durationSeconds: null }]],
    ['without streams', []],
  ])('reserves nothing for sources %s', (_, sources) => {
    expect(roomOf(sources)).toBeNull();
  });

  it('reserves nothing when it would exceed 2% of the file', () => {
    const few = [source({ frames: 0 })];
    expect(roomOf(few, FIXED * 50)).toBe(FIXED);
    expect(roomOf(few, FIXED * 50 - 1)).toBeNull();
  });
});
