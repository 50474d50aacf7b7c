import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingEnd, zeroedBox } from './container-end.js';

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const box = (type: string, body: Buffer, size = body.length + 8): Buffer =>
  Buffer.concat([u32(size), Buffer.from(type), body]);
const FTYP = box('ftyp', Buffer.from('isom0000'));
const MOOV = box('moov', Buffer.alloc(50, 1));
const MDAT = box('mdat', Buffer.alloc(1000, 1));
/** A segment index that refers to parts of these sizes. */
const sidx = (...sizes: number[]): Buffer => {
  const rows = sizes.map((size) => Buffer.concat([u32(size), u32(0), u32(0)]));
  const head = Buffer.concat([u32(0), u32(1), u32(1000), u32(0), u32(0), u32(sizes.length)]);
  return box('sidx', Buffer.concat([head, ...rows]));
};
const mp4 = (...boxes: Buffer[]): Buffer => Buffer.concat([FTYP, ...boxes]);

/** An Ogg page whose packets add up to this many bytes. The last `missing` bytes are left out. */
const oggPage = (bytes: number, missing = 0): Buffer => {
  const head = Buffer.alloc(28);
  head.write('OggS');
  head[26] = 1;
  head[27] = bytes;
  return Buffer.concat([head, Buffer.alloc(bytes, 7)]).subarray(0, 28 + bytes - missing);
};
/** The last page of a stream. */
const lastPage = (bytes: number): Buffer => {
  const page = oggPage(bytes);
  page[5] = 4;
  return page;
};
const ID3V1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 1)]);

/** An MP3 whose first frame declares this size, after a tag of the given size. */
const mp3 = (declared: number, bytes: number, tagBytes = 0): Buffer => {
  const frame = Buffer.alloc(bytes, 3);
  u32(0xfffb9064).copy(frame);
  Buffer.concat([Buffer.from('Xing'), u32(3), u32(100), u32(declared)]).copy(frame, 36);
  const size = Buffer.from([0, 0, (tagBytes >> 7) & 0x7f, tagBytes & 0x7f]);
  const tag = Buffer.concat([
    Buffer.from('ID3'),
    Buffer.from([4, 0, 0]),
    size,
    Buffer.alloc(tagBytes, 1),
  ]);
  return tagBytes === 0 ? frame : Buffer.concat([tag, frame]);
};
const riff = (declared: number, bytes: number): Buffer => {
  const file = Buffer.alloc(bytes);
  file.write('RIFF');
  file.writeUInt32LE(declared, 4);
  return file;
};

describe('missingEnd', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-end-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const endOf = async (content: Buffer): Promise<string | null> => {
    await writeFile(join(folder, 'file'), content);
    return missingEnd(join(folder, 'file'));
  };

  it.each<[string, Buffer]>([
    ['an MP4', mp4(MOOV, MDAT)],
    [
      'an MP4 whose media box extends to the end of the file',
      mp4(MOOV, box('mdat', Buffer.alloc(9), 0)),
    ],
    [
      'an MP4 with a box of 64-bit size',
      mp4(MOOV, Buffer.concat([u32(1), Buffer.from('mdat'), u32(0), u32(20), u32(7)])),
    ],
    ['an MP4 with trailing bytes', mp4(MOOV, MDAT, Buffer.from('garbage beyond any box'))],
    [
      'an MP4 with a truncated box that holds no media',
      mp4(MOOV, MDAT, box('free', Buffer.alloc(9), 90)),
    ],
    ['an MP4 with a segment index', mp4(MOOV, sidx(400, 608), MDAT)],
    ['an MP4 with zeros after its last fragment', mp4(MOOV, sidx(1008), MDAT, Buffer.alloc(3000))],
    ['an MP4 whose segment index has no table', mp4(MOOV, box('sidx', Buffer.alloc(4)), MDAT)],
    ['an Ogg file', Buffer.concat([oggPage(200), oggPage(250)])],
    ['an Ogg file with a tag at its end', Buffer.concat([lastPage(200), ID3V1])],
    ['an Ogg recording with a tag at its end', Buffer.concat([oggPage(200), ID3V1])],
    ['an Ogg file with other bytes at its end', Buffer.concat([lastPage(200), Buffer.alloc(50)])],
    ['an MP3', mp3(5000, 5000)],
    ['an MP3 longer than it declares, as in podcasts', mp3(5000, 9000)],
    ['an MP3 after a tag', mp3(5000, 5000, 12_000)],
    ['a WAV', riff(992, 1000)],
    ['a WAV without its final pad byte', riff(993, 1000)],
    ['a WAV that was streamed', riff(0xffffffff, 1000)],
    ['a file of another kind', Buffer.alloc(5000, 9)],
    ['an empty file', Buffer.alloc(0)],
    ['a file of three bytes', Buffer.from('ID3')],
  ])('finds nothing missing in %s', async (_, content) => {
    expect(await endOf(content)).toBeNull();
  });

  it('stops after more boxes than real media files have', async () => {
    const heads = Buffer.alloc(8 * 400_000, box('free', Buffer.alloc(0)));
    // The file is truncated, which would be found if all boxes were visited.
    expect(await endOf(mp4(heads, MDAT.subarray(0, -1)))).toBeNull();
  });

  it.each<[string, Buffer, RegExp]>([
    ['an MP4', mp4(MOOV, MDAT).subarray(0, -1), /mdat continues for 1 bytes/],
    [
      'an MP4 cut inside its last fragment',
      mp4(MOOV, sidx(400, 608), MDAT).subarray(0, -1),
      /mdat continues/,
    ],
    [
      'an MP4 cut between two fragments',
      mp4(MOOV, sidx(1008, 500), MDAT),
      /sidx declares 500 bytes more/,
    ],
    [
      'an MP4 with zeros in place of its last fragments',
      mp4(MOOV, sidx(1008, 500, 900), MDAT, Buffer.alloc(1400)),
      /sidx declares 1400 bytes more/,
    ],
    [
      'an MP4 cut inside its segment index',
      mp4(MOOV, sidx(400, 608), MDAT).subarray(0, -MDAT.length - 30),
      /sidx continues for 30 bytes/,
    ],
    [
      'an MP4 cut at the start of its segment index',
      mp4(MOOV, sidx(400, 608), MDAT).subarray(0, -MDAT.length - 44),
      /sidx continues for 44 bytes/,
    ],
    ['an index', mp4(MDAT, MOOV).subarray(0, -10), /moov continues/],
    [
      'an Ogg file cut inside a page',
      Buffer.concat([oggPage(200), oggPage(250, 3)]),
      /lacks 3 bytes/,
    ],
    [
      'an Ogg file cut inside a page header',
      Buffer.concat([oggPage(200), oggPage(250, 260)]),
      /the last Ogg page has no header/,
    ],
    [
      'an Ogg file cut inside the first bytes of a page header',
      Buffer.concat([oggPage(200), oggPage(250, 275)]),
      /ends inside an Ogg page header/,
    ],
    [
      'an Ogg file cut there at the end of one of its streams',
      Buffer.concat([lastPage(200), oggPage(250, 275)]),
      /ends inside an Ogg page header/,
    ],
    [
      'an Ogg file with zeros in place of its last page',
      Buffer.concat([oggPage(200), Buffer.alloc(278)]),
      /no end-of-stream flag/,
    ],
    ['an MP3', mp3(5000, 4900), /Xing declares 100 bytes more/],
    ['a truncated MP3 with a leading tag', mp3(5000, 4900, 12_000), /Xing declares 100/],
    ['a WAV', riff(1992, 1000), /RIFF declares 999/],
  ])('reports the missing end of %s', async (_, content, missing) => {
    expect(await endOf(content)).toMatch(missing);
  });
});

describe('zeroedBox', () => {
  const TRAF = Buffer.concat([box('tfhd', u32(1)), box('tfdt', u32(2)), box('trun', u32(3))]);
  const MOOF = box('moof', Buffer.concat([box('mfhd', u32(1)), box('traf', TRAF)]));
  const FRAGMENT = Buffer.concat([MOOF, MDAT]);
  const ZEROS = Buffer.alloc(FRAGMENT.length);
  const whole = mp4(MOOV, FRAGMENT, FRAGMENT, FRAGMENT);
  const NESTED = box('moof', box('traf', box('traf', Buffer.alloc(8))));

  /** The second fragment's boxes are blank from this byte of the fragment on. */
  const blankFrom = (byte: number): Buffer =>
    mp4(
      MOOV,
      FRAGMENT,
      Buffer.concat([FRAGMENT.subarray(0, byte), ZEROS.subarray(byte)]),
      FRAGMENT,
    );

  it.each<[string, Buffer, string | null]>([
    ['in place of a fragment', mp4(MOOV, FRAGMENT, ZEROS, FRAGMENT), 'zeros in place of a box'],
    ['in place of the first box of a fragment', blankFrom(8), 'zeros in place of a box'],
    ['in place of a track of a fragment', blankFrom(20), 'zeros in place of a box'],
    ['in place of the table of a track', blankFrom(52), 'zeros in place of a box'],
    ['after the last fragment', mp4(MOOV, FRAGMENT, Buffer.alloc(300_000)), null],
    ['inside a box', Buffer.from(whole).fill(0, whole.length - 900, whole.length - 100), null],
    ['in place of a box of a file without fragments', mp4(MOOV, ZEROS, MDAT), null],
    ['in a file of another kind', Buffer.concat([ZEROS, FRAGMENT]), null],
    ['in a track inside a track, which no fragment has', mp4(MOOV, NESTED, FRAGMENT), null],
    ['nowhere in a file that ends inside a box', whole.subarray(0, -MDAT.length - 30), null],
    ['nowhere', whole, null],
  ])('given zeros %s, reports only what makes programs skip a fragment', async (_, file, text) => {
    const folder = await mkdtemp(join(tmpdir(), 'dipper-boxes-'));
    await writeFile(join(folder, 'file'), file);
    const found = await zeroedBox(join(folder, 'file'));
    await rm(folder, { recursive: true });
    expect(found?.replace(/ at \d+$/, '') ?? null).toBe(text);
  });
});
