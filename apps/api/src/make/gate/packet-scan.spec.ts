import { PacketReader, type StreamScan } from './packet-scan.js';

const HEAD = `#software: Lavf59
#tb 0: 1/25
#media_type 0: video
#codec_id 0: h264
#dimensions 0: 640x360
#sar 0: 1/1
#tb 1: 1/48000
#media_type 1: audio
#codec_id 1: aac
#sample_rate 1: 48000
`;

function scan(text: string, pieceBytes = 7): StreamScan[] {
  const reader = new PacketReader();
  for (let at = 0; at < text.length; at += pieceBytes) {
    reader.push(Buffer.from(text.slice(at, at + pieceBytes)));
  }
  return reader.result();
}

describe('PacketReader', () => {
  it('summarizes each stream, however the text is split into chunks', () => {
    const text = `${HEAD}0, -2, 0, 1, 1000, 0xaa
1, -1024, -1024, 1024, 300, 0xbb
0, -1, 2, 1, 200, 0xcc, F=0x0
1, 0, 0, 1024, 310, 0xdd, S=1, 8, 0x1
0, 0, 1, 1, 100, 0xee, F=0x0
0, 1, 3, 1, 900, 0xff
`;
    const found = scan(text);
    expect(found).toEqual([
      {
        ...{ type: 'video', codec: 'h264', packets: 4, leading: 0, bytes: 2200, pixels: 230_400 },
        ...{ start: 0, end: 0.16, last: 0.12, jumps: 0, keys: [0, 0.12] },
      },
      {
        ...{ type: 'audio', codec: 'aac', packets: 2, leading: 0, bytes: 610, pixels: 0 },
        ...{ start: -1024 / 48000, end: 1024 / 48000, last: 0, jumps: 0, keys: [] },
      },
    ]);
    expect(scan(text, 1000)).toEqual(found);
  });

  it('measures how far apart video and audio are', () => {
    const reader = new PacketReader();
    reader.push(Buffer.from(`${HEAD}0, 0, 0, 1, 9, 0xaa\n0, 250, 250, 1, 9, 0xbb\n`));
    expect(reader.back).toBe(0);
    reader.push(Buffer.from('1, 0, 0, 1024, 300, 0xcc\n1, 48000, 48000, 1024, 300, 0xdd\n'));
    expect(reader.back).toBe(10);
  });

  it('counts video from the first key frame', () => {
    const packets = '0, 0, 0, 1, 9, 0x1, F=0x0\n0, 1, 1, 1, 9, 0x1\n0, 2, 2, 1, 9, 0x1, F=0x0\n';
    expect(scan(HEAD + packets)).toMatchObject([{ packets: 2, leading: 1, start: 0.04 }]);
  });

  it('counts frames before the start of an edit list as packets, but not in the duration', () => {
    const hidden = '0, -3, -2, 1, 9, 0x1, F=0x5\n0, -2, -1, 1, 9, 0x1, F=0x4\n';
    const packets = `${hidden}0, -1, 0, 1, 9, 0x1, F=0x0\n0, 0, 1, 1, 9, 0x1\n`;
    expect(scan(HEAD + packets)).toMatchObject([
      { packets: 4, leading: 0, start: 0, end: 0.08, last: 0.04, keys: [-0.08, 0.04] },
    ]);
  });

  it('counts gaps in the audio', () => {
    const at = (ticks: number): string => `1, ${ticks}, ${ticks}, 1024, 9, 0x1\n`;
    expect(scan(HEAD + at(0) + at(1024) + at(4096) + at(5120))).toMatchObject([{ jumps: 1 }]);
    expect(scan(HEAD + at(0) + at(1000) + at(2048))).toMatchObject([{ jumps: 0 }]);
  });

  it('leaves out streams of other kinds or without packets', () => {
    const text =
      '#media_type 0: subtitle\n#tb 0: 1/1000\n0, 0, 0, 10, 5, 0x1\n#media_type 1: audio\n';
    expect(scan(text)).toEqual([]);
  });

  it('accepts a packet without a timestamp', () => {
    const none = '-9223372036854775808';
    expect(scan(`${HEAD}0, NOPTS, NOPTS, 0, 10, 0x1\n0, ${none}, 1, 1, 10, 0x2\n`)).toMatchObject([
      { packets: 2, start: 0.04, end: 0.08 },
    ]);
  });
});
