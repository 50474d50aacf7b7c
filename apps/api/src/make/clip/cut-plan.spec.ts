import { cutPlan } from './cut-plan.js';
import type { Packet } from '../output/packet-line.js';
import type { FrameTable } from './picture/frame-table.js';
import { FrameTableReader, shownFrames } from './picture/frame-table.js';

/** Packets in file order: "K0 3 1 2" lists frames by presentation time, and K marks key frames. */
const table = (order: string): FrameTable => ({
  ...{ over: 1, under: 10, end: null },
  packets: order.split(' ').map((frame): Packet => {
    const [, key, pts] = /^(K?)(\d+)$/.exec(frame) ?? [];
    return { pts: Number(pts), ticks: 1, bytes: 1, isKey: key === 'K', isHidden: false };
  }),
});
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const plain = (from: number, to: number): string =>
  range(from, to)
    .map((frame) => (frame % 20 === 0 ? `K${frame}` : `${frame}`))
    .join(' ');
/** Every third frame is decoded before the two that are displayed before it. */
const reordered = (from: number, to: number): string =>
  range(0, (to - from) / 3 - 1)
    .map((group) => from + group * 3)
    .map(
      (at) =>
        `${at === from ? `K${at} ${at + 3} ${at + 1} ${at + 2}` : `${at + 3} ${at + 1} ${at + 2}`}`,
    )
    .join(' ');

describe('cutPlan', () => {
  it.each([
    [
      'that starts at a key frame and runs to the end',
      plain(0, 39),
      [0, 39],
      { head: 0, copied: { from: 0, to: 40 }, tail: 0 },
    ],
    [
      'that spans two groups of pictures',
      plain(0, 39),
      [5, 37],
      { head: 15, copied: { from: 20, to: 38 }, tail: 0 },
    ],
    ['that has no key frame', plain(0, 39), [5, 17], null],
    ['that has too few frames to copy', plain(0, 39), [5, 24], null],
    // 30 is decoded before 28 and 29 but not referenced by them; 27 is the last that can be copied.
    [
      'whose last frames need later ones',
      reordered(0, 30),
      [0, 28],
      { head: 0, copied: { from: 0, to: 28 }, tail: 1 },
    ],
    [
      'whose last frames do not need later ones',
      reordered(0, 30),
      [0, 27],
      { head: 0, copied: { from: 0, to: 28 }, tail: 0 },
    ],
  ])('decides how to cut a clip %s', (_, order, [first = 0, last = 0], plan) => {
    expect(cutPlan(table(order), { pts: range(first, last), end: last + 1 })).toEqual(plan);
  });

  it('does not start copying at a key frame that earlier frames refer to', () => {
    // 18 and 19 are shown before key frame 20 and decoded after it.
    const order = `${plain(0, 17)} K20 18 19 ${plain(21, 59)}`;
    expect(cutPlan(table(order), { pts: range(5, 59), end: 60 })?.head).toBe(35);
  });
});

describe('shownFrames', () => {
  const shown = (startMs: number, endMs: number, zero = 0): number[] | undefined => {
    const found = shownFrames(table(plain(0, 9)), { startMs, endMs }, zero);
    return found === null ? undefined : [...found.pts];
  };

  it.each([
    ['the frame on screen at the start', 250, 420, [2, 3, 4]],
    ['a frame that begins at the start, and none that begins at the end', 200, 400, [2, 3]],
    ['one frame', 210, 211, [2]],
    ['the last frame for a start after it', 5000, 6000, [9]],
  ])('selects %s', (_, startMs, endMs, frames) => {
    expect(shown(startMs, endMs)).toEqual(frames);
  });

  it('stays exact late in the media', () => {
    const late = shownFrames(table(plain(1000, 1009)), { startMs: 100_250, endMs: 100_420 }, 0);
    expect(late?.pts).toEqual([1002, 1003, 1004]);
  });

  it('counts from the start of the media', () => {
    expect(shown(0, 100, 0.3)).toEqual([3]);
    expect(shown(0, 100, -0.3)).toEqual([0]);
  });

  it.each([
    ['two frames with the same time', 'K0 1 1 2'],
    ['a frame without a time', 'K0 1 NaN 2'],
  ])('returns null for %s', (_, order) => {
    const odd = table(order.replace('NaN', '3'));
    const packets = odd.packets.map((packet) =>
      order.includes('NaN') && packet.pts === 3 ? { ...packet, pts: null } : packet,
    );
    expect(shownFrames({ ...odd, packets }, { startMs: 0, endMs: 200 }, 0)).toBeNull();
  });
});

describe('FrameTableReader', () => {
  it('keeps the frames around a range, however the input is split into chunks', () => {
    const reader = new FrameTableReader(5, 6);
    const lines = range(0, 99).map(
      (at) => `0, ${at}, ${at}, 1, 10, 0xabc${at % 10 === 0 ? '' : `, F=0x${at === 57 ? 5 : 0}`}`,
    );
    const text = Buffer.from(`#tb 0: 1/10\n${lines.join('\n')}\n`);
    for (let at = 0; at < text.length; at += 7) {
      reader.push(text.subarray(at, at + 7));
    }
    const { packets, end, under } = reader.result();
    expect([packets[0]?.pts, packets.at(-1)?.pts, end, under]).toEqual([40, 80, 10, 10]);
    expect(packets.filter(({ isHidden }) => isHidden).map(({ pts }) => pts)).toEqual([57]);
  });

  it.each(['', 'nothing', '0, 1', '0, a, b, c, d, e', '1, 0, 0, 1, 10, 0xabc', '#tb 0: x/y'])(
    'ignores the line "%s"',
    (line) => {
      const reader = new FrameTableReader(0, 1);
      reader.push(Buffer.from(`${line}\n`));
      expect(reader.result().packets).toEqual([]);
    },
  );
});
