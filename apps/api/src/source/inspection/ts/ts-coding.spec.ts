import { TsCoding } from './ts-coding.js';

const [H264, HEVC, ADTS, MPEG_AUDIO, AC3] = [0x1b, 0x24, 0x0f, 0x03, 0x81];
const unit = (...bytes: number[]): Buffer => Buffer.from([0, 0, 0, 1, ...bytes]);
const delimiter = unit(0x09, 0xf0);
/** The text that x264 adds about itself. It is longer than several transport packets. */
const about = unit(0x06, 0x05, ...Array<number>(700).fill(0x78));
const parameters = unit(0x67, 0x64, 0, 0x1e);
const smaller = unit(0x67, 0x64, 0, 0x15);
const more = unit(0x68, 0xef);
const picture = unit(0x65, 0x88, 0x82);

/** Feeds packets, each in chunks of 150 bytes as in a transport stream. */
function codingOf(code: number, ...packets: Buffer[]): string | null {
  const found = new TsCoding(code);
  for (const packet of packets) {
    found.begin();
    for (let at = 0; at < packet.length; at += 150) {
      found.take(packet.subarray(at, at + 150));
    }
  }
  return found.coding;
}
const joined = (...units: Buffer[]): Buffer => Buffer.concat(units);

describe('TsCoding', () => {
  const usual = codingOf(H264, joined(delimiter, parameters, more, picture));

  it('tells renditions of different sizes apart', () => {
    expect(usual).not.toBeNull();
    expect(codingOf(H264, joined(delimiter, smaller, more, picture))).not.toBe(usual);
  });

  it.each<[string, Buffer[]]>([
    ['after long user data', [joined(delimiter, about, parameters, more, picture)]],
    ['in a later picture', [joined(delimiter, picture), joined(parameters, more, picture)]],
    ['with another priority', [joined(delimiter, unit(0x27, 0x64, 0, 0x1e), more, picture)]],
    [
      'across two transport packets',
      [joined(unit(6, ...Array<number>(138).fill(1)), parameters, more)],
    ],
  ])('finds the parameters %s', (_, packets) => {
    expect(codingOf(H264, ...packets)).toBe(usual);
  });

  it.each<[string, Buffer[]]>([
    ['without parameters', [joined(delimiter, picture)]],
    ['with parameters behind the picture', [joined(delimiter, picture, parameters, more)]],
    ['with incomplete parameters', [joined(delimiter, parameters)]],
  ])('reports no coding for a picture %s', (_, packets) => {
    expect(codingOf(H264, ...packets)).toBeNull();
  });

  it('ignores the rest of a packet from an earlier segment', () => {
    const found = new TsCoding(H264);
    found.take(joined(parameters, more));
    expect(found.coding).toBeNull();
  });

  it('finds the parameters of H.265', () => {
    const rest = [unit(0x44, 1, 2), unit(0x26, 1, 3)];
    const one = codingOf(HEVC, joined(unit(0x40, 1, 7), unit(0x42, 1, 5), ...rest));
    const other = codingOf(HEVC, joined(unit(0x40, 1, 7), unit(0x42, 1, 6), ...rest));
    expect([one, other]).toEqual(['05', '06']);
  });

  it.each<[string, number, number[], number[]]>([
    [
      'AAC',
      ADTS,
      [0xff, 0xf1, 0x4c, 0x80, 0x20, 0x1f, 0xfc, 0],
      [0xff, 0xf1, 0x50, 0x40, 0x20, 0x1f, 0xfc, 0],
    ],
    ['MP3', MPEG_AUDIO, [0xff, 0xfb, 0x94, 0x04, 0, 0, 0, 0], [0xff, 0xfb, 0x90, 0x04, 0, 0, 0, 0]],
    ['AC-3', AC3, [0x0b, 0x77, 0, 0, 0x14, 0x40, 0, 0], [0x0b, 0x77, 0, 0, 0x54, 0x40, 0, 0]],
  ])('tells sample rates of %s apart', (_, code, one, other) => {
    const [first, second] = [one, other].map((head) => codingOf(code, Buffer.from(head)));
    expect([first, second]).toEqual([expect.any(String), expect.any(String)]);
    expect(first).not.toBe(second);
  });

  it('does not look for an audio frame in later packets', () => {
    const frame = Buffer.from([0xff, 0xf1, 0x4c, 0x80, 0x20, 0x1f, 0xfc, 0]);
    expect(codingOf(ADTS, Buffer.alloc(8), frame)).toBeNull();
  });
});
