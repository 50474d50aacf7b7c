import { toPacket } from './packet-line.js';

describe('toPacket', () => {
  const frame = { stream: 1, pts: 300, ticks: 100, bytes: 50, isKey: true, isHidden: false };

  it.each([
    ['a key frame', '1, 200, 300, 100, 50, 0xaa', frame],
    ['another frame', '1, 200, 300, 100, 50, 0xaa, F=0x0', { ...frame, isKey: false }],
    ['a hidden key frame', '1, 200, 300, 100, 50, 0xaa, F=0x5', { ...frame, isHidden: true }],
    [
      'a hidden frame with side data',
      '1, 200, 300, 100, 50, 0xaa, F=0x4, S=1, 8, 0x1',
      { ...frame, isKey: false, isHidden: true },
    ],
    ['a packet without a time', '1, NOPTS, NOPTS, 0, 50, 0xaa', { ...frame, pts: null, ticks: 0 }],
    [
      'a packet with the number for no time',
      '1, 200, -9223372036854775808, 100, 50, 0xaa',
      { ...frame, pts: null },
    ],
    ['a line about a stream', '#tb 0: 1/25', null],
    ['an incomplete line', '1, 200, 300', null],
    ['an empty line', '', null],
  ])('parses %s', (_, line, packet) => {
    expect(toPacket(line)).toEqual(packet);
  });
});
